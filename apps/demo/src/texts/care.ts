import type { Area } from './text';

export const care: Area = {
  works: [
    {
      name: 'Reklamace {claim}: {goods}',
      text: 'Zákazník hlásí závadu po dvou měsících. Ověřit záruku, vyžádat fotky a domluvit svoz.',
      done: ['Reklamace uznaná, nový kus odeslán.', 'Závada se neprojevila, zákazník souhlasil s vrácením zboží zpět.'],
      tags: ['reklamace'],
    },
    {
      name: 'Vrácení peněz k objednávce {order}',
      text: 'Zboží přišlo zpět v pořádku. Vystavit dobropis na {amount} a dát vědět zákazníkovi.',
      done: ['Dobropis odeslán, peníze odejdou zítra.', 'Vráceno na účet, zákazník potvrdil.'],
      tags: ['vratky', 'dobropis'],
    },
    {
      name: 'Zákazník nedostal objednávku {order}',
      text: 'Dopravce {carrier} uvádí doručeno, zákazník tvrdí opak. Vyžádat podpis a případně otevřít pátrání.',
      done: ['Balík byl u souseda, vyřízeno.', 'Pátrání uzavřené, dopravce škodu proplatí, poslán náhradní balík.'],
      tags: ['doprava', '{carrier}'],
    },
    {
      name: 'Odpovědět na stížnost k objednávce {order}',
      text: 'Zákazník si stěžuje na délku vyřízení. Omluvit se, vysvětlit a nabídnout slevu do {percent} %.',
      done: ['Odpovězeno, zákazník slevu přijal.', 'Telefonicky vyřešeno, zákazník je spokojený.'],
      tags: ['stížnost'],
    },
    {
      name: 'Šablona odpovědi: {goods}',
      text: 'Stejný dotaz chodí desetkrát týdně. Napsat šablonu a přidat ji do nápovědy na webu.',
      done: ['Šablona je v systému, nápověda doplněná.'],
      tags: ['šablony', 'nápověda'],
    },
    {
      name: 'Zavolat zákazníkům se zpožděnou dodávkou',
      text: 'Týká se {few} objednávek na {goods}. Nabídnout náhradu, nebo počkat do konce týdne.',
      done: [
        'Obvoláno, dva objednávku zrušili, ostatní počkají.',
        'Všichni počkají, termín jsme potvrdili i e-mailem.',
      ],
      tags: ['doprava', 'telefon'],
    },
    {
      name: 'Chybně naúčtovaná doprava u objednávky {order}',
      text: 'Zákazník zaplatil nadrozměrnou dopravu, i když zboží jelo běžným balíkem. Ověřit a vrátit rozdíl.',
      done: ['Rozdíl vrácen, chyba předána na IT.', 'Doprava byla správně, zákazníkovi vysvětleno.'],
      tags: ['doprava', 'platby'],
    },
    {
      name: 'Vyhodnotit spokojenost za {month}',
      text: 'Zpracovat odpovědi z dotazníku, vypsat pět nejčastějších výtek a návrhy, co s nimi.',
      done: [
        'Zpráva je v příloze, nejčastější výtka je balení.',
        'Spokojenost {percent} bodů nad loňskem, zpráva přiložená.',
      ],
      tags: ['report', 'spokojenost'],
    },
    {
      name: 'Storno objednávky {order} po zaplacení',
      text: 'Zákazník omylem objednal dvakrát. Stornovat druhou objednávku, vrátit {amount}.',
      done: ['Stornováno, peníze vrácené, zákazník má potvrzení.'],
      tags: ['storno', 'platby'],
    },
    {
      name: 'Náhradní díly na {goods}',
      text: 'Zákazník shání díl, který nemáme v nabídce. Zjistit u firmy {supplier} cenu a dostupnost.',
      done: ['Díl objednaný, zákazník zaplatí na dobírku.', 'Díl se už nevyrábí, nabídnuta sleva na nový model.'],
      tags: ['díly', '{supplier}'],
    },
    {
      name: 'Aktualizovat nápovědu: vrácení zboží',
      text: 'Změnil se postup svozu. Přepsat stránku nápovědy a odkaz v potvrzovacím e-mailu.',
      done: ['Nápověda přepsaná, odkaz v e-mailu vyměněný.'],
      tags: ['nápověda', 'web'],
    },
    {
      name: 'Firemní objednávka {order}: sleva na množství',
      text: 'Firma chce {pieces} ks, {goods}. Připravit nabídku se slevou a termínem dodání.',
      done: ['Nabídka odeslaná, firma ji potvrdila.', 'Firma zatím zvažuje, ozve se příští týden.'],
      tags: ['B2B', 'nabídka'],
    },
  ],
  talk: {
    progress: [
      'Zákazníkovi odešel e-mail, čekám na fotky.',
      'Zákazník nebere telefon, zkusím to odpoledne.',
      'Dopravce {carrier} má na odpověď tři dny.',
      'Zákazník souhlasí, čeká už jen na peníze.',
      'Sklad potvrdil, že zboží přišlo.',
      'Zákazník poslal fotky, předávám skladu.',
    ],
    questions: [
      'Můžu nabídnout i dopravu zdarma?',
      'Do jaké částky se nemusím ptát?',
      'Uznáme to i bez původního obalu?',
      'Má zákazník nárok i na poštovné?',
    ],
    answers: [
      'Ano, dopravu zdarma klidně nabídni.',
      'Do 1 000 Kč rozhodni bez ptaní.',
      'Obal není podmínka.',
      'Poštovné vracíme v nejlevnější variantě.',
    ],
    returns: [
      'V odpovědi chybí omluva, zákazník čekal deset dní.',
      'Částka v dobropisu nesedí s objednávkou.',
      'Zákazník píše, že mu nikdo nevolal, prosím ověřit.',
      'Doplň prosím číslo svozu, bez něj to dopravce neuzná.',
    ],
    reservations: [
      'Přijato, příště prosím odpovědět do druhého dne.',
      'V pořádku, sleva mohla být menší.',
      'Přijímám, jen doplň poznámku k objednávce.',
    ],
    thanks: [
      'Díky za trpělivost.',
      'Pěkně vyřešené.',
      'Děkuji, zákazník poslal pochvalu.',
      'Výborně, tohle mohlo dopadnout hůř.',
    ],
    ends: ['Zákazník požadavek stáhl.', 'Duplicitní, řešíme v jiném úkolu.', 'Zákazník se už neozval.'],
  },
};
