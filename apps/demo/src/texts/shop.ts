import type { Area } from './text';

export const shop: Area = {
  works: [
    {
      name: 'Popisy produktů: {goods}',
      text: 'Nové zboží od firmy {supplier} nemá texty. Sepsat krátký a dlouhý popis, doplnit parametry a tři otázky, na které se lidé ptají.',
      done: [
        'Popisy jsou v administraci, {few} produktů čeká na fotky.',
        'Hotovo pro všech {few} variant, parametry ověřené u dodavatele.',
      ],
      tags: ['obsah', 'katalog'],
    },
    {
      name: 'Nafotit {goods}',
      text: 'Potřebujeme bílé pozadí a jednu fotku při práci. Vzorky jsou ve skladu, regál {rack}.',
      done: [
        'Nafoceno a oříznuto, fotky jsou u produktů.',
        'Fotky hotové, záběr při práci dofotíme venku, až nebude pršet.',
      ],
      tags: ['fotky', 'katalog'],
    },
    {
      name: 'Akční nabídka: {goods} o {percent} % levněji',
      text: 'Akce běží od pondělí do neděle. Připravit ceny, štítky a banner na úvodní stránku.\n- zkontrolovat marži\n- nastavit začátek a konec\n- dát vědět zákaznické péči',
      done: ['Akce nastavená, spustí se sama v pondělí v 0:00.', 'Ceny i banner připravené, marže je nad limitem.'],
      tags: ['akce', 'ceny'],
    },
    {
      name: 'Porovnat ceny konkurence: {goods}',
      text: 'Tři největší obchody plus srovnávač. Kde jsme dražší o víc než 5 %, navrhnout cenu.',
      done: ['Porovnáno, u {few} položek navržena nová cena.', 'Jsme mezi nejlevnějšími, beze změny.'],
      tags: ['ceny', 'analýza'],
    },
    {
      name: 'Newsletter: tipy na {nextMonth}',
      text: 'Hlavní téma {goods}, vedle toho dva články z poradny. Odeslat v úterý dopoledne.',
      done: ['Odesláno, otevřenost zatím {percent} %.', 'Připraveno a naplánováno na úterý 9:30.'],
      tags: ['newsletter', 'marketing'],
    },
    {
      name: 'Článek do poradny: jak vybrat {goods}',
      text: 'Asi 6 000 znaků, přehledná tabulka a odkazy na pět produktů. Text nechat přečíst někomu z prodeje.',
      done: [
        'Článek je zveřejněný, odkazy vedou na pět produktů.',
        'Hotovo po korektuře, zveřejnění naplánované na čtvrtek.',
      ],
      tags: ['obsah', 'poradna'],
    },
    {
      name: 'Reklama: kampaň {goods}',
      text: 'Nastavit kampaň na dva týdny, rozpočet {amount}. Cílit na lidi, kteří si zboží prohlédli a nekoupili.',
      done: ['Kampaň běží, první výsledky v pátek.', 'Kampaň skončila, návratnost lepší o {percent} % než minule.'],
      tags: ['reklama', 'marketing'],
    },
    {
      name: 'Opravit kategorie: {goods}',
      text: 'Část zboží je v jiné kategorii, než kde ji lidé hledají. Přesunout a zkontrolovat filtry.',
      done: ['Přesunuto {few} produktů, filtry fungují.', 'Hotovo, staré adresy přesměrované.'],
      tags: ['katalog'],
    },
    {
      name: 'Recenze zákazníků: {goods}',
      text: 'Přibyly dvě hvězdičky bez odpovědi. Zjistit, co se stalo, odpovědět veřejně a nabídnout řešení.',
      done: ['Odpovězeno na všechny, jeden zákazník hodnocení upravil.', 'Odpovědi zveřejněné, závadu řeší reklamace.'],
      tags: ['recenze'],
    },
    {
      name: 'Zalistovat novinky od firmy {supplier}',
      text: 'Ceník přišel v tabulce, {pieces} položek. Založit karty, nastavit dostupnost a ceny s DPH.',
      done: [
        'Zalistováno, {few} položek bez obrázku zůstalo skrytých.',
        'Všechny položky založené, ceny zkontrolované.',
      ],
      tags: ['katalog', '{supplier}'],
    },
    {
      name: 'Vyhodnotit prodeje za {month}',
      text: 'Krátká zpráva pro poradu: co rostlo, co spadlo a proč. Zvlášť {goods}.',
      done: ['Zpráva je v příloze, růst {percent} % proti loňsku.', 'Hotovo, tři doporučení na konci.'],
      tags: ['analýza', 'report'],
    },
    {
      name: 'Doprodat staré {goods}',
      text: 'Ve skladu leží {pieces} ks loňského modelu. Navrhnout výprodej, aby do konce sezóny zmizely.',
      done: ['Výprodej nastavený, denně ubývá zhruba {few} ks.', 'Doprodáno, karta produktu je archivovaná.'],
      tags: ['výprodej', 'sezóna'],
    },
    {
      name: 'Výměna úvodního banneru',
      text: 'Nové téma: {goods}. Dvě velikosti, text do osmi slov, hotové do středy.',
      done: ['Banner je na webu v obou velikostech.'],
      tags: ['grafika', 'web'],
    },
    {
      name: 'Video k produktu: {goods}',
      text: 'Krátké video do 60 sekund, jak se zboží složí a vyčistí. Titulky česky.',
      done: ['Video je u produktu, titulky zkontrolované.', 'Sestříháno, hudba nahrazená volně dostupnou.'],
      tags: ['video', 'obsah'],
    },
    {
      name: 'Slevový kód pro stálé zákazníky',
      text: 'Připravit kód na slevu {percent} % s platností do konce měsíce, jedno použití na zákazníka.',
      done: ['Kód je aktivní, otestováno na dvou objednávkách.'],
      tags: ['akce', 'marketing'],
    },
    {
      name: 'Doplnit dostupnost u {goodsOf}',
      text: 'U několika variant svítí „na dotaz“, i když jsou skladem. Srovnat se skladem a opravit import.',
      done: ['Opraveno u {few} variant, import běží správně.', 'Dostupnost sedí, chyba byla v mapování kódů.'],
      tags: ['katalog', 'zásoby'],
    },
  ],
  talk: {
    progress: [
      'Texty mám hotové, čekám na fotky.',
      'Návrh je ve sdílené složce, mrkněte na něj prosím.',
      'Dodavatel {supplier} slíbil podklady do zítřka.',
      'První verze je na testovacím webu.',
      'Ladím ještě nadpisy, jinak je to hotové.',
      'Marže vychází nad limitem, můžeme spustit.',
      'Srovnávač ukazuje staré ceny, počkám na noční přepočet.',
    ],
    questions: [
      'Jakou minimální marži mám držet?',
      'Chceme i variantu pro mobil?',
      'Má to být i na Facebooku?',
      'Kdo schvaluje texty o dovolené?',
    ],
    answers: [
      'Minimum je 18 %.',
      'Ano, mobil je přednější.',
      'Stačí web a newsletter.',
      'Schválím to já, pošli odkaz.',
    ],
    returns: [
      'V popisu zůstaly parametry jiného modelu.',
      'Na mobilu text přetéká přes obrázek, prosím upravit.',
      'Chybí cena po slevě, zákazník uvidí jen procenta.',
      'Tři odkazy vedou na neexistující stránku.',
      'Tón je moc reklamní, zkus to prosím věcněji.',
    ],
    reservations: [
      'Přijato, jen prosím příště menší obrázky.',
      'V pořádku, překlep v nadpisu už je opravený.',
      'Dobré, chybí jen zmínka o záruce, doplníme později.',
    ],
    thanks: [
      'Vypadá to skvěle.',
      'Děkuji, posíláme do světa.',
      'Výborně, přesně takhle to má být.',
      'Díky, čísla potěšila.',
    ],
    ends: ['Akci jsme zrušili.', 'Dodavatel zboží stáhl z nabídky.', 'Nahrazeno větší kampaní.'],
  },
};
