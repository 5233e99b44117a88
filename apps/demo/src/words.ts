import type { Random } from './random';

/** Several things: as subject or object, and after "of". */
const goods = [
  ['zahradní hadice', 'zahradních hadic'],
  ['aku vrtačky', 'aku vrtaček'],
  ['stavební kolečka', 'stavebních koleček'],
  ['pracovní rukavice', 'pracovních rukavic'],
  ['sekačky na trávu', 'sekaček na trávu'],
  ['skládací žebříky', 'skládacích žebříků'],
  ['sady šroubováků', 'sad šroubováků'],
  ['LED reflektory', 'LED reflektorů'],
  ['vysokotlaké čističe', 'vysokotlakých čističů'],
  ['kovové regály', 'kovových regálů'],
  ['samozavlažovací truhlíky', 'samozavlažovacích truhlíků'],
  ['zahradní grily', 'zahradních grilů'],
  ['nůžky na živý plot', 'nůžek na živý plot'],
  ['prodlužovací kabely', 'prodlužovacích kabelů'],
  ['brusné kotouče', 'brusných kotoučů'],
  ['laserové metry', 'laserových metrů'],
  ['úhlové brusky', 'úhlových brusek'],
  ['kompostéry', 'kompostérů'],
] as const;

const goodsInEnglish = [
  'garden hoses',
  'cordless drills',
  'wheelbarrows',
  'work gloves',
  'lawn mowers',
  'folding ladders',
  'screwdriver sets',
  'LED floodlights',
  'pressure washers',
  'steel shelving',
  'planters',
  'charcoal grills',
  'hedge trimmers',
  'extension leads',
  'laser measures',
  'angle grinders',
];

const months = [
  'leden',
  'únor',
  'březen',
  'duben',
  'květen',
  'červen',
  'červenec',
  'srpen',
  'září',
  'říjen',
  'listopad',
  'prosinec',
];
const monthsInEnglish = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];
const suppliers = [
  'Nortool',
  'Kovář a syn',
  'Zahrada Plus',
  'Hobytex',
  'Elektro Zemek',
  'Dřevona',
  'Bohemia Garden',
  'Stavimat',
  'Lumen CZ',
];
const carriers = ['Balík Expres', 'Rychlý Kurýr', 'Transmorava', 'Depo Logistik'];
const cities = ['v Brně', 'v Praze', 'v Ostravě', 'v Olomouci', 've Zlíně', 'v Jihlavě', 'v Plzni'];
const marketplaces = ['Handelo', 'Bazarix', 'Marktino'];
const markets = ['Germany', 'Austria', 'Slovakia', 'Poland', 'Hungary'];
const modules = [
  'košík',
  'pokladna',
  'katalog',
  'účet zákazníka',
  'fakturace',
  'vratky',
  'hledání',
  'srovnávač',
  'administrace',
];
const languages = ['German', 'Slovak', 'Polish', 'Hungarian'];

/** A whole amount with the thin groups that Czech uses: 12 400 Kč. */
const crowns = (amount: number) => `${String(amount).replace(/\B(?=(\d{3})+$)/g, '\u00a0')}\u00a0Kč`;

/** Words for the slots of one task; the same slot gives the same word in its name, text and result. */
export function wordsOf(random: Random, at: number): (text: string) => string {
  const month = new Date(at).getUTCMonth();
  const year = new Date(at).getUTCFullYear();
  const [some, ofSome] = random.pick(goods);
  const makers: Record<string, () => string> = {
    goods: () => some,
    goodsOf: () => ofSome,
    goodsEn: () => random.pick(goodsInEnglish),
    month: () => months[(month + 11) % 12]!,
    monthEn: () => monthsInEnglish[(month + 11) % 12]!,
    nextMonth: () => months[(month + 1) % 12]!,
    quarter: () => `${Math.floor(month / 3) + 1}. čtvrtletí`,
    year: () => String(year),
    supplier: () => random.pick(suppliers),
    carrier: () => random.pick(carriers),
    city: () => random.pick(cities),
    marketplace: () => random.pick(marketplaces),
    market: () => random.pick(markets),
    language: () => random.pick(languages),
    module: () => random.pick(modules),
    hall: () => random.pick(['A', 'B', 'C']),
    rack: () => `${random.pick(['A', 'B', 'C', 'D'])}-${random.between(10, 48)}`,
    order: () => String(random.between(240_000, 289_999)),
    invoice: () => `${year}${String(random.between(101, 998)).padStart(5, '0')}`,
    claim: () => `R-${random.between(1_200, 3_900)}`,
    pieces: () => String(random.between(6, 180)),
    few: () => String(random.between(5, 9)),
    percent: () => String(random.between(5, 30)),
    amount: () => crowns(random.between(8, 640) * 100),
    ms: () => String(random.between(180, 900)),
  };
  const chosen = new Map<string, string>();
  return (text) =>
    text.replace(/\{(\w+)\}/g, (_, slot: string) => {
      const key = slot[0]!.toLowerCase() + slot.slice(1);
      if (!chosen.has(key)) {
        const maker = makers[key];
        if (!maker) throw new Error(`No words for {${slot}}`);
        chosen.set(key, maker());
      }
      const word = chosen.get(key)!;
      return key === slot ? word : word[0]!.toUpperCase() + word.slice(1);
    });
}

/** A description as the editor writes it. */
export function htmlOf(text: string): string {
  const escaped = text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
  const blocks: string[] = [];
  let items: string[] = [];
  const endList = () => {
    if (items.length > 0) blocks.push(`<ul>${items.map((item) => `<li><p>${item}</p></li>`).join('')}</ul>`);
    items = [];
  };
  for (const line of escaped.split('\n')) {
    if (line.startsWith('- ')) {
      items.push(line.slice(2));
      continue;
    }
    endList();
    blocks.push(`<p>${line}</p>`);
  }
  endList();
  return blocks.join('');
}
