/** Areas outside this product that the sidebar links to, in its order. Each installation configures their addresses. */
export const areaGroups = {
  contracts: [
    ['new', 'current', 'for-invoicing', 'done', 'all', 'regular-invoicing', 'schedule', 'cost-statistics'],
    ['orders', 'clients', 'suppliers', 'search'],
  ],
  invoices: [
    ['new-fast', 'new-issued', 'new-received', 'new-import', 'new-expense-document', 'new-payment'],
    [
      'issued-new',
      'issued-to-hand-over',
      'issued-handed-over',
      'issued-enforcement',
      'issued-reminders',
      'issued-paid',
      'issued-unaccounted',
      'issued-posting',
    ],
    [
      'received-undescribed',
      'received-new',
      'received-for-approval',
      'received-for-payment',
      'received-paid',
      'received-unaccounted',
      'received-posted',
      'received-advance',
    ],
    ['expense-documents', 'cashflow', 'search'],
  ],
  directory: [
    ['new-company', 'new-foreign-company', 'new-person', 'new-tag', 'change-consultant'],
    ['lists', 'communication', 'people', 'tags'],
  ],
  offers: [
    ['new-opportunity', 'new-offer'],
    ['recent', 'for-approval', 'for-handover', 'forwarded', 'denied', 'accepted'],
  ],
  users: [
    ['new-associate', 'new-temporary-worker', 'new-role'],
    ['roles', 'associates', 'applicants', 'signed', 'not-rated', 'application', 'follow-ups', 'skill-search'],
  ],
  hr: [],
  work: [],
  salary: [],
  documents: [
    ['new-general', 'new-directory', 'new-received-invoice', 'new-expense'],
    ['mine', 'directories', 'imported', 'last', 'company-directory', 'search'],
  ],
  emails: [],
  charts: [],
  telephone: [],
} as const satisfies Record<string, readonly (readonly string[])[]>;

export type AreaGroup = keyof typeof areaGroups;
type EntryOf<G extends AreaGroup> = (typeof areaGroups)[G][number][number];
/** Entries that lead to screens of this product: they take no address. */
const ownAreas = [
  'users.new-associate',
  'users.new-role',
  'users.roles',
  'users.associates',
] as const satisfies readonly {
  [G in AreaGroup]: `${G}.${EntryOf<G>}`;
}[AreaGroup][];
export type OwnArea = (typeof ownAreas)[number];
export const isOwnArea = (value: string): value is OwnArea => (ownAreas as readonly string[]).includes(value);

/** `group.entry`, or the group alone when it has no entries; the last two are in the user menu. */
export type Area =
  | Exclude<{ [G in AreaGroup]: G | `${G}.${EntryOf<G>}` }[AreaGroup], OwnArea>
  | 'my-firms'
  | 'my-mobile';

export const areas: readonly Area[] = [
  ...Object.entries(areaGroups).flatMap(([group, parts]) => [
    group as Area,
    ...(parts as readonly (readonly string[])[])
      .flat()
      .map((entry) => `${group}.${entry}`)
      .filter((area): area is Area => !isOwnArea(area)),
  ]),
  'my-firms',
  'my-mobile',
];

export interface AreaAddress {
  readonly url: string;
  /** Open in a frame inside the application instead of a new tab. */
  readonly frame: boolean;
}

export type AreaAddresses = { readonly [A in Area]?: AreaAddress };

/** An admin's choice for one entry. A hidden group hides its entries, except those that are screens of this product. */
export interface AreaSetting {
  readonly area: Area;
  /** null: not connected, unless its group is */
  readonly url: string | null;
  readonly frame: boolean;
  readonly hidden: boolean;
}

export const isArea = (value: string): value is Area => (areas as readonly string[]).includes(value);

export const isAreaHidden = (hidden: readonly Area[], area: Area): boolean =>
  hidden.includes(area) || hidden.includes(area.split('.')[0] as Area);

/** An entry's own address, or else that of its group. */
export const areaAddressOf = (addresses: AreaAddresses, area: Area): AreaAddress | null =>
  addresses[area] ?? addresses[area.split('.')[0] as Area] ?? null;
