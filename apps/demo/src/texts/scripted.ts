import type { ProjectText } from './project-text';
import type { Department } from './text';

/** Networks of tasks, drawn as graphs: each part waits for those before it. */
export interface Network {
  readonly department: Department;
  readonly project: ProjectText['key'];
  /** Name of the board. */
  readonly board: string;
  readonly name: string;
  readonly text: string;
  readonly contractor: number;
  readonly solver: number;
  readonly tags: readonly string[];
  readonly startedDaysAgo: number;
  readonly parts: readonly {
    readonly name: string;
    readonly solver: number;
    /** indexes of the parts that it waits for */
    readonly after: readonly number[];
    /** working days from the moment when it may begin */
    readonly days: number;
  }[];
}

export const networks: readonly Network[] = [
  {
    department: 'warehouse',
    project: 'outlet',
    board: 'Stěhování',
    name: 'Přestěhování výdejny do haly C',
    text: 'Výdejna se stěhuje, aby se uvolnilo místo u rampy. Provoz nesmí stát víc než jeden den.',
    contractor: 2,
    solver: 3,
    tags: ['stěhování', 'projekt'],
    startedDaysAgo: 34,
    parts: [
      { name: 'Vyměřit novou výdejnu a nakreslit plán', solver: 4, after: [], days: 4 },
      { name: 'Přivést elektřinu a síť do haly C', solver: 24, after: [0], days: 6 },
      { name: 'Objednat pulty a regály', solver: 3, after: [0], days: 5 },
      { name: 'Wi-Fi a pokladna v nové výdejně', solver: 21, after: [1], days: 30 },
      { name: 'Smontovat pulty a regály', solver: 5, after: [1, 2], days: 9 },
      { name: 'Přestěhovat zboží přes víkend', solver: 3, after: [3, 4], days: 4 },
      { name: 'Přesměrovat zákazníky: web, mapa, cedule', solver: 11, after: [5], days: 3 },
    ],
  },
  {
    department: 'abroad',
    project: 'abroad',
    board: 'Poland',
    name: 'Launch in Poland',
    text: 'Open the shop for Polish customers before the spring season: texts, prices, shipping, payments, tax.',
    contractor: 2,
    solver: 9,
    tags: ['Poland', 'project'],
    startedDaysAgo: 40,
    parts: [
      { name: 'Choose the first 300 products for Poland', solver: 9, after: [], days: 5 },
      { name: 'Contract with a Polish carrier', solver: 3, after: [], days: 9 },
      { name: 'Polish texts of the shop and the e-mails', solver: 12, after: [0], days: 12 },
      { name: 'Prices in zloty and rounding rules', solver: 20, after: [0], days: 8 },
      { name: 'Polish VAT registration', solver: 25, after: [], days: 45 },
      { name: 'Test orders with a friendly customer', solver: 9, after: [1, 2, 3], days: 12 },
      { name: 'Switch Poland on', solver: 20, after: [4, 5], days: 2 },
    ],
  },
  {
    department: 'it',
    project: 'shop',
    board: 'Nový košík',
    name: 'Nový košík pro mobil',
    text: 'Košík na telefonu má příliš kroků. Nový návrh, vývoj, zkouška na části zákazníků a spuštění.',
    contractor: 8,
    solver: 1,
    tags: ['košík', 'mobil', 'projekt'],
    startedDaysAgo: 130,
    parts: [
      { name: 'Návrh obrazovek nového košíku', solver: 12, after: [], days: 5 },
      { name: 'Vývoj nového košíku', solver: 19, after: [0], days: 12 },
      { name: 'Platba jedním dotykem', solver: 22, after: [0], days: 9 },
      { name: 'Zkouška na desetině zákazníků', solver: 20, after: [1, 2], days: 6 },
      { name: 'Spuštění pro všechny', solver: 1, after: [3], days: 2 },
    ],
  },
];

/** Continuous tasks, for logging time. */
export const continuous: readonly {
  readonly department: Department;
  readonly name: string;
  readonly text: string;
  readonly by: number;
  readonly solver: number;
  readonly tags: readonly string[];
  readonly remarks: readonly string[];
  readonly ended?: boolean;
}[] = [
  {
    department: 'warehouse',
    name: 'Denní expedice',
    text: 'Balení a předání zásilek dopravcům, každý den do 14:30.',
    by: 3,
    solver: 4,
    tags: ['expedice'],
    remarks: [
      'Dnes rekord, 412 balíků.',
      'Od pondělí jezdí dopravce o půl hodiny dřív.',
      'Dochází lepicí páska, objednáno.',
    ],
  },
  {
    department: 'care',
    name: 'Telefonická linka zákazníků',
    text: 'Služba na lince podle rozpisu, záznam o každém hovoru.',
    by: 13,
    solver: 14,
    tags: ['telefon'],
    remarks: ['Nejvíc dotazů je teď na dobu dodání.', 'V pátek odpoledne prosím posílit.'],
  },
  {
    department: 'abroad',
    name: 'Support of customers abroad',
    text: 'Chats and e-mails in English and German, answered within one working day.',
    by: 8,
    solver: 9,
    tags: ['support'],
    remarks: ['Most questions are about delivery times to Austria.', 'New template for damaged parcels is ready.'],
  },
  {
    department: 'accounting',
    name: 'Zaúčtování bankovních výpisů',
    text: 'Každé ráno, korunový i eurový účet.',
    by: 2,
    solver: 16,
    tags: ['banka'],
    remarks: ['Eurový výpis chodí nově až po deváté.', 'Nespárované platby jsou vždy na konci seznamu.'],
  },
  {
    department: 'it',
    name: 'Správa serverů a dohled',
    text: 'Hlášení z dohledu, drobné zásahy, noční pohotovost podle rozpisu.',
    by: 2,
    solver: 1,
    tags: ['servery', 'pohotovost'],
    remarks: ['Disk na záložním serveru vyměněný.', 'Falešné poplachy z čidla teploty jsou potlačené.'],
  },
  {
    department: 'warehouse',
    name: 'Údržba klimatizace v hale A',
    text: 'Letní dohled nad klimatizací, výměna filtrů jednou za dva týdny.',
    by: 3,
    solver: 24,
    tags: ['údržba'],
    remarks: ['Filtry vyměněné.', 'Doplněné chladivo.'],
    ended: true,
  },
];
