import type { Area } from './text';

export const warehouse: Area = {
  works: [
    {
      name: 'Přeskladnit {goods} do haly {hall}',
      text: 'V hlavní uličce už není místo na výdej. Prosím přesunout do haly {hall}, regál {rack}, a upravit pozice v systému.\nPočítejte zhruba s {pieces} kusy.',
      done: [
        'Přesunuto do regálu {rack}, pozice v systému upraveny, celkem {pieces} ks.',
        'Hotovo. Tři kusy měly natržený obal, jsou odložené u příjmu.',
      ],
      tags: ['sklad', 'přesun'],
    },
    {
      name: 'Inventura regálu {rack}',
      text: 'Spočítat skutečný stav, porovnat se systémem a rozdíly zapsat do tabulky.\n- počítat ve dvou lidech\n- poškozené kusy vést zvlášť\n- rozdíly nad 5 ks hned nahlásit',
      done: ['Spočítáno, rozdíl {few} ks proti systému, tabulka je doplněná.', 'Regál {rack} sedí na kus přesně.'],
      tags: ['inventura', 'sklad'],
    },
    {
      name: 'Příjem zásilky od firmy {supplier}',
      text: 'Dorazí {few} palet, avízo přišlo e-mailem. Zkontrolovat množství proti dodacímu listu a nafotit případné poškození.',
      done: [
        'Přijato všech {few} palet, dodací list je u účetních.',
        'Přijato, jedna paleta s poškozenou fólií, zboží uvnitř v pořádku. Fotky u příjemky.',
      ],
      tags: ['příjem', '{supplier}'],
    },
    {
      name: 'Chybějící kusy v dodávce: {goods}',
      text: 'Na dodacím listu je {pieces} ks, v systému přijato o {few} méně. Dohledat, jestli chyba vznikla u nás, nebo u dodavatele {supplier}.',
      done: [
        'Kusy se našly v regálu {rack}, byly zaskladněné pod jiným kódem.',
        'Chyba je u dodavatele, reklamace odeslána a potvrzena.',
      ],
      tags: ['příjem', 'reklamace'],
    },
    {
      name: 'Připravit paletový rozvoz pro dopravce {carrier}',
      text: 'Odvoz zítra ráno. Palety zafóliovat, polepit štítky a připravit k rampě 2.\nPředávací protokol tisknout dvakrát.',
      done: [
        'Palety předány, protokol podepsaný a naskenovaný.',
        'Předáno dopravci {carrier}, {few} palet, bez závad.',
      ],
      tags: ['expedice', '{carrier}'],
    },
    {
      name: 'Vyřadit poškozené {goods}',
      text: 'Projít vratky a poškozené kusy za poslední měsíc, sepsat vyřazovací protokol a předat ke schválení.',
      done: ['Vyřazeno {few} ks, protokol je podepsaný.', 'Sepsáno, dva kusy šly zpět do prodeje jako rozbalené.'],
      tags: ['vratky', 'sklad'],
    },
    {
      name: 'Opravit značení uliček v hale {hall}',
      text: 'Po přestavbě nesedí čísla uliček s mapou skladu. Vytisknout nové cedule a vyměnit.',
      done: ['Cedule vyměněné, mapa u rampy je nová.'],
      tags: ['sklad', 'údržba'],
    },
    {
      name: 'Servis vysokozdvižného vozíku č. {few}',
      text: 'Při zvedání je slyšet pískání, objednat technika a do té doby vozík nepoužívat nad 800 kg.',
      done: [
        'Technik vyměnil hydraulickou hadici, vozík je zpět v provozu.',
        'Servis proběhl, další prohlídka za půl roku.',
      ],
      tags: ['technika', 'údržba'],
    },
    {
      name: 'Dohledat zásilku k objednávce {order}',
      text: 'Zákazník zásilku nedostal, dopravce {carrier} ji vede jako doručenou. Zkontrolovat záznam z balicího stolu a podací číslo.',
      done: [
        'Zásilka ležela na depu {city}, doručení zítra, zákazník ví.',
        'Dopravce uznal ztrátu, posíláme náhradní kus.',
      ],
      tags: ['expedice', 'dopravce'],
    },
    {
      name: 'Doplnit obalový materiál na balicí stoly',
      text: 'Dochází krabice velikosti M a výplň. Objednat na dva týdny dopředu a rozvézt ke stolům 1–6.',
      done: ['Objednáno a rozvezeno, zásoba vystačí do konce měsíce.', 'Doplněno, krabice L přijdou ve čtvrtek.'],
      tags: ['balení', 'nákup'],
    },
    {
      name: 'Přebalit {goods} na prodejní kusy',
      text: 'Dodavatel {supplier} posílá nově po kartonech. Přebalit {pieces} ks a nalepit naše EAN štítky.',
      done: ['Přebaleno {pieces} ks, štítky nalepené, uvolněno k prodeji.'],
      tags: ['balení', 'sklad'],
    },
    {
      name: 'Kontrola minimálních zásob: {goods}',
      text: 'Před sezónou prověřit, jestli nastavená minima odpovídají prodejům za loňský rok, a navrhnout úpravu.',
      done: ['Minimum zvednuto o {percent} %, návrh je v příloze.', 'Minima odpovídají, beze změny.'],
      tags: ['zásoby', 'sezóna'],
    },
    {
      name: 'Vyřídit vratku {claim}',
      text: 'Zboží přišlo bez původního obalu. Posoudit stav, nafotit a dát vědět zákaznické péči, jestli se vrací celá částka.',
      done: ['Stav odpovídá, může se vrátit celá částka.', 'Zboží je použité, navržena srážka {percent} %.'],
      tags: ['vratky'],
    },
    {
      name: 'Naplánovat směny skladu na {nextMonth}',
      text: 'Rozepsat ranní a odpolední, zohlednit nahlášené dovolené a dvě velké dodávky od firmy {supplier}.',
      done: ['Směny jsou na nástěnce i v tabulce, všichni potvrdili.'],
      tags: ['směny', 'lidé'],
    },
    {
      name: 'Proškolit brigádníky na balení',
      text: 'Nastupuje {few} lidí. Projít postup balení křehkého zboží, práci se skenerem a bezpečnost na rampě.',
      done: ['Proškoleno, podpisy jsou v šanonu BOZP.', 'Školení proběhlo, jeden člověk přijde až příští týden.'],
      tags: ['BOZP', 'lidé'],
    },
    {
      name: 'Vyčistit a zkontrolovat rampu {few}',
      text: 'Po dešti zatéká pod vyrovnávací můstek. Vyčistit odtok a objednat nové těsnění.',
      done: ['Odtok vyčištěný, těsnění vyměněné.', 'Vyčištěno, těsnění přijde příští týden, zatím je rampa suchá.'],
      tags: ['údržba'],
    },
    {
      name: 'Zaskladnit sezónní zboží: {goods}',
      text: 'Uvolnit místo v hale {hall} a zaskladnit podle obrátkovosti, nejprodávanější do spodních pozic.',
      done: [
        'Zaskladněno, spodní pozice patří nejprodávanějším kusům.',
        'Zaskladněno {pieces} ks, zbytek přijde příští dodávkou.',
      ],
      tags: ['sezóna', 'sklad'],
    },
    {
      name: 'Skener č. {few} nečte čárové kódy',
      text: 'Skener se po pár minutách odpojí od sítě. Vyzkoušet jinou baterii, případně předat na IT.',
      done: ['Stačila výměna baterie.', 'Předáno na IT, zatím používáme náhradní kus.'],
      tags: ['technika'],
    },
  ],
  talk: {
    progress: [
      'Začínáme dnes odpoledne, až odjede kamion.',
      'Půlka je hotová, zbytek zítra po ranní směně.',
      'Chybí dvě prázdné palety, beru je z haly C.',
      'Zdrželo nás avízo, dorazilo až po desáté.',
      'V systému je stará pozice, prosím nechte ji tak do zítřka.',
      'Fotky jsou ve složce příjmu.',
      'Dopravce {carrier} potvrdil odvoz na ráno.',
      'Zítra je na to klid, odpoledne nejede žádný kamion.',
    ],
    questions: [
      'Máme počítat i rozbalené kusy?',
      'Do kterého regálu to patří, {rack} je plný?',
      'Kdo podepíše protokol, když nejsi na směně?',
      'Spěchá to do dneška, nebo stačí zítra ráno?',
    ],
    answers: [
      'Rozbalené veďte zvlášť.',
      'Použijte regál vedle, pozici pak přepíšeme.',
      'Podepsat může kdokoli z ranní směny.',
      'Stačí zítra ráno, ale před osmou.',
    ],
    returns: [
      'Pozice v systému pořád ukazuje starý regál, prosím opravit.',
      'Chybí fotky poškozených kusů, bez nich reklamaci neuznají.',
      'Rozdíl v inventuře není vysvětlený, spočítejte to prosím ještě jednou.',
      'Protokol není podepsaný druhou stranou.',
      'Dvě palety zůstaly u rampy 1, prosím dořešit.',
    ],
    reservations: [
      'Hotovo, ale příště prosím štítky na delší stranu palety.',
      'Přijato, chybějící protokol prosím doplnit do konce týdne.',
      'V pořádku, jen bylo o den později, než jsme řekli.',
    ],
    thanks: [
      'Díky, rychlá práce.',
      'Super, rampa je konečně volná.',
      'Díky oběma, sedí to na kus.',
      'Děkuji, přesně takhle.',
    ],
    ends: ['Dodávka byla zrušena.', 'Vyřešilo se samo, zboží se našlo.', 'Přesouváme na příští sezónu.'],
  },
};
