/** Recurring meetings, by the person who calls them. */
export interface Series {
  readonly name: string;
  readonly text: string;
  readonly agenda: readonly string[];
  readonly notes: readonly string[];
  readonly organiser: number;
  readonly invited: readonly number[];
  /** 1 is Monday. */
  readonly weekday: number;
  readonly everyWeeks: number;
  readonly at: string;
  readonly minutes: number;
  readonly tags: readonly string[];
}

export const series: readonly Series[] = [
  {
    name: 'Porada vedení',
    text: 'Pravidelná porada vedoucích. Program:',
    agenda: [
      'prodeje za týden',
      'stav skladu a dodávky',
      'reklamace a stížnosti',
      'lidé a směny',
      'peníze a splatnosti',
      'web a výpadky',
      'akce na příští týden',
    ],
    notes: [
      'Zápis: akce na příští týden schválena, sklad posílí o jednu směnu.',
      'Zápis: čekáme na čísla z účtárny, vrátíme se k tomu příště.',
      'Zápis: dohodnuto, že nové zboží zalistujeme až po kontrole na příjmu.',
      'Zápis: dopravce zdražuje, Jana připraví protinávrh.',
    ],
    organiser: 2,
    invited: [1, 3, 8, 9, 13, 16],
    weekday: 1,
    everyWeeks: 1,
    at: '09:00',
    minutes: 60,
    tags: ['porada'],
  },
  {
    name: 'Plánování IT',
    text: 'Co se nasadilo, co se zaseklo, co bereme do dalších dvou týdnů.',
    agenda: [
      'přehled nasazení',
      'chyby od skladu',
      'chyby od zákaznické péče',
      'bezpečnost a zálohy',
      'plán na dva týdny',
    ],
    notes: [
      'Zápis: bereme pět úkolů, nasazení v neděli v noci.',
      'Zápis: košík má přednost, ostatní počká.',
      'Zápis: zkouška obnovy proběhne příští týden.',
    ],
    organiser: 1,
    invited: [19, 20, 21, 22],
    weekday: 2,
    everyWeeks: 2,
    at: '10:00',
    minutes: 90,
    tags: ['porada', 'IT'],
  },
  {
    name: 'Předání směn a plán skladu',
    text: 'Krátce u rampy 2.',
    agenda: ['dodávky tento týden', 'volné pozice', 'brigádníci', 'technika v opravě', 'nedodělky'],
    notes: [
      'Zápis: dvě velké dodávky ve středu, posílí odpolední.',
      'Zápis: vozík č. 3 je v opravě do pátku.',
      'Zápis: inventura začne v hale B.',
    ],
    organiser: 3,
    invited: [4, 5, 6, 7],
    weekday: 3,
    everyWeeks: 2,
    at: '07:00',
    minutes: 30,
    tags: ['porada', 'sklad'],
  },
  {
    name: 'Markets abroad: review',
    text: 'Numbers by country, open problems, next steps.',
    agenda: ['orders and returns', 'listings', 'stock sync', 'campaigns', 'translations'],
    notes: [
      'Notes: campaign extended by a week, translations first.',
      'Notes: returns in Germany are down, keep the new chart.',
      'Notes: stock sync is the priority for IT.',
    ],
    organiser: 9,
    invited: [8, 10, 12, 16, 20],
    weekday: 4,
    everyWeeks: 2,
    at: '13:00',
    minutes: 45,
    tags: ['meeting', 'markets'],
  },
];
