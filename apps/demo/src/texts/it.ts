import type { Area } from './text';

export const it: Area = {
  works: [
    {
      name: 'Košík: chyba při změně množství',
      text: 'Při rychlém klikání na plus se počet vrátí o jeden zpět. Na pomalém připojení pokaždé.\nOpravit a přidat test.',
      done: ['Opraveno, požadavky se řadí za sebe. Test přidaný.', 'Opraveno a nasazeno, na pomalé síti ověřeno.'],
      tags: ['chyba', 'košík'],
    },
    {
      name: 'Zrychlit výpis kategorie {goods}',
      text: 'Stránka se načítá {ms} ms jen na serveru. Cíl je pod 150 ms.\n- změřit dotazy\n- přidat index\n- ověřit na produkčních datech',
      done: ['Chyběl index, teď je to 90 ms.', 'Hotovo, výpis jde z mezipaměti a je pod 100 ms.'],
      tags: ['výkon', 'web'],
    },
    {
      name: 'Import ceníku firmy {supplier}',
      text: 'Dodavatel změnil formát souboru, noční import spadl. Upravit čtení a poslat hlášení, když chybí sloupec.',
      done: ['Import běží, chybějící sloupec hlásí e-mailem.', 'Nový formát podporovaný, starý zůstal pro jistotu.'],
      tags: ['import', '{supplier}'],
    },
    {
      name: 'Nový notebook pro nového kolegu',
      text: 'Připravit počítač, účty a přístupy do skladu a e-shopu. Nástup první den v měsíci.',
      done: ['Připraveno, předávací protokol podepsaný.', 'Notebook i účty hotové, heslo předáno osobně.'],
      tags: ['technika', 'přístupy'],
    },
    {
      name: 'Tiskárna štítků u stolu {few} netiskne',
      text: 'Po aktualizaci tiskne prázdné štítky. Zkusit starší ovladač.',
      done: ['Starší ovladač pomohl, aktualizace je pozastavená.', 'Vyměněná tisková hlava, tiskne.'],
      tags: ['technika', 'sklad'],
    },
    {
      name: 'Obnova ze zálohy: zkouška',
      text: 'Jednou za čtvrt roku obnovit databázi na zkušební server a porovnat počty záznamů.',
      done: ['Obnoveno za {few} minut, počty sedí.', 'Obnova proběhla, návod je doplněný o dva kroky.'],
      tags: ['zálohy', 'bezpečnost'],
    },
    {
      name: 'Sledování zásilek: dopravce {carrier}',
      text: 'Napojit nové rozhraní dopravce, starému končí podpora. Stav zásilky ukázat v detailu objednávky.',
      done: ['Napojeno, stavy chodí každých 15 minut.', 'Hotovo, staré rozhraní je vypnuté.'],
      tags: ['doprava', '{carrier}'],
    },
    {
      name: 'Chyba 500 při exportu objednávek',
      text: 'Padá u období delšího než měsíc. Export dělat po částech a ukázat průběh.',
      done: ['Export jde po částech, rok trvá dvě minuty.', 'Opraveno, přidané omezení na jeden souběžný export.'],
      tags: ['chyba', 'export'],
    },
    {
      name: 'Dvoufázové přihlášení pro účetní',
      text: 'Zapnout povinně pro skupinu účetních a sepsat jednoduchý návod s obrázky.',
      done: ['Zapnuto, všichni mají nastaveno.', 'Zapnuto, návod je na intranetu.'],
      tags: ['bezpečnost'],
    },
    {
      name: 'Aktualizace serverů {nextMonth}',
      text: 'Naplánovat na neděli v noci, dát vědět skladu. Před tím záloha, po tom kontrola objednávek.',
      done: ['Aktualizováno bez výpadku.', 'Hotovo, výpadek čtyři minuty, objednávky v pořádku.'],
      tags: ['servery', 'údržba'],
    },
    {
      name: 'Faktura v PDF má špatné písmo',
      text: 'U slovenských zákazníků chybí znaky ľ a ĺ. Vyměnit písmo a přegenerovat {few} faktur.',
      done: ['Písmo vyměněné, faktury přegenerované.'],
      tags: ['chyba', 'faktury'],
    },
    {
      name: 'Hledání nenajde {goods}',
      text: 'Při překlepu v názvu se nezobrazí nic. Zapnout hledání bez diakritiky a s jedním překlepem.',
      done: [
        'Hledání snese jeden překlep, diakritika se ignoruje.',
        'Opraveno, přidaná i synonyma od péče o zákazníky.',
      ],
      tags: ['hledání', 'web'],
    },
    {
      name: 'Wi-Fi v hale {hall}',
      text: 'Skenery se v zadní části odpojují. Proměřit signál a navrhnout místo pro další vysílač.',
      done: ['Přidán vysílač u regálu {rack}, signál je všude.', 'Proměřeno, návrh s cenou {amount} je v příloze.'],
      tags: ['síť', 'sklad'],
    },
    {
      name: 'Odstranit nepoužívané účty',
      text: 'Projít účty bez přihlášení za 90 dní, ověřit u vedoucích a zablokovat.',
      done: ['Zablokováno {few} účtů, seznam je u auditu.'],
      tags: ['bezpečnost', 'přístupy'],
    },
    {
      name: '{Module}: doplnit testy',
      text: 'Po poslední chybě přidat testy na běžný průchod a na dva okrajové případy.',
      done: [
        'Přidáno {few} testů, jeden našel další drobnou chybu, opraveno.',
        'Testy jsou součástí každého sestavení.',
      ],
      tags: ['testy', '{module}'],
    },
    {
      name: '{Module}: text tlačítka se na mobilu nevejde',
      text: 'Na úzkém telefonu se text láme na tři řádky. Zkrátit a ověřit i v angličtině.',
      done: ['Zkráceno, ověřeno v obou jazycích.', 'Opraveno, tlačítko má teď pevnou výšku.'],
      tags: ['chyba', 'mobil'],
    },
    {
      name: '{Module}: hlášky přeložit do slovenštiny',
      text: 'Chybí asi {few} textů, teď se ukazují česky. Překlad dodá péče o zákazníky.',
      done: ['Doplněno a nasazeno.', 'Hotovo, chybějící texty nově hlásí sestavení.'],
      tags: ['překlady', '{module}'],
    },
    {
      name: '{Module}: zápis chyb do dohledu',
      text: 'Chyby zákazníků se teď ztrácejí. Posílat je do dohledu i s číslem objednávky, bez osobních údajů.',
      done: ['Hotovo, první den přišlo {few} hlášení.', 'Nasazeno, osobní údaje se nezapisují.'],
      tags: ['dohled', '{module}'],
    },
    {
      name: 'Objednávka {order} se nepropsala do skladu',
      text: 'V e-shopu je zaplacená, ve skladu není. Najít příčinu a zkontrolovat ostatní z téhož dne.',
      done: [
        'Spojení vypadlo na tři minuty, propsáno ručně, přidáno opakování.',
        'Chyběl kód zboží, opraveno i u {few} dalších objednávek.',
      ],
      tags: ['chyba', 'sklad'],
    },
    {
      name: 'Objednávka {order}: zákazníkovi přišel e-mail dvakrát',
      text: 'Dohledat v záznamech, jestli chybu způsobilo opakování po výpadku.',
      done: [
        'Opakování teď pozná, že e-mail už odešel.',
        'Zákazník klikl dvakrát, tlačítko se nově po kliknutí zamkne.',
      ],
      tags: ['chyba', 'e-maily'],
    },
    {
      name: 'Přesměrovat staré adresy: {goods}',
      text: 'Po změně kategorií vedou staré odkazy na chybu 404. Nastavit přesměrování a ověřit ve vyhledávačích.',
      done: ['Přesměrováno, chyb 404 ubylo o {percent} %.', 'Hotovo, seznam adres je v příloze.'],
      tags: ['web', 'SEO'],
    },
    {
      name: 'Nový kolega: přístupy do systému ({city})',
      text: 'Založit účty, přidat do skupin, poslat návod k prvnímu přihlášení.',
      done: ['Účty hotové, první přihlášení proběhlo.'],
      tags: ['přístupy'],
    },
    {
      name: 'Výměna disku v serveru č. {few}',
      text: 'Dohled hlásí chyby čtení. Vyměnit za provozu, pole musí zůstat zrcadlené.',
      done: ['Vyměněno, pole se dorovnalo za dvě hodiny.', 'Disk vyměněný, starý je u reklamace.'],
      tags: ['servery'],
    },
    {
      name: 'Rozhraní firmy {supplier}: vypršel certifikát',
      text: 'Od rána nechodí stavy zásob. Vyměnit certifikát a nastavit upozornění měsíc předem.',
      done: [
        'Vyměněno, stavy chodí, upozornění nastavené.',
        'Dodavatel vydal nový, upozornění chodí do společné schránky.',
      ],
      tags: ['integrace', '{supplier}'],
    },
    {
      name: 'Pokladna na výdejně: účtenka bez DPH',
      text: 'Na účtence chybí rozpis sazeb. Upravit šablonu a ověřit s účtárnou.',
      done: ['Šablona opravená, účtárna potvrdila.', 'Opraveno, stará verze tiskla jen souhrn.'],
      tags: ['chyba', 'výdejna'],
    },
    {
      name: 'Sestava zásob pro vedení: {month}',
      text: 'Jednoduchá tabulka: hodnota skladu, obrátka, ležáky nad 180 dní. Poslat vždy prvního.',
      done: ['Sestava chodí automaticky, první je v příloze.', 'Hotovo, ležáků je za {amount}.'],
      tags: ['sestavy'],
    },
    {
      name: 'Platba kartou: odmítnuto u objednávky {order}',
      text: 'Zákazník má dost peněz, brána vrací obecnou chybu. Zjistit u poskytovatele důvod.',
      done: [
        'Banka vyžaduje druhé ověření, zobrazujeme teď správnou hlášku.',
        'Výpadek na straně brány, zákazník mezitím zaplatil převodem.',
      ],
      tags: ['platby', 'chyba'],
    },
  ],
  talk: {
    progress: [
      'Podařilo se mi to nasimulovat, je to v cache.',
      'Oprava je ve větvi, čeká na kontrolu.',
      'Nasazuji dnes po šesté, ať neruším sklad.',
      'V logu je vidět {few} pokusů za minutu.',
      'Na testovacím serveru to běží.',
      'Čekám na přístup od dopravce {carrier}.',
    ],
    questions: [
      'Máš číslo objednávky, kde se to stalo?',
      'Jde to i v jiném prohlížeči?',
      'Může to počkat do nedělního okna?',
      'Kdo to smí schválit?',
    ],
    answers: [
      'Stalo se to u objednávky {order}.',
      'V jiném prohlížeči totéž.',
      'Počká to, není to na produkci.',
      'Schvaluji já.',
    ],
    returns: [
      'Na telefonu se to pořád děje, video posílám.',
      'Chybí test, prosím doplnit.',
      'Po nasazení spadl noční import, vracím.',
      'Návod neodpovídá tomu, co je na obrazovce.',
    ],
    reservations: [
      'Funguje, ale test přidejme do příští verze.',
      'Přijato, dokumentaci doplnit do pátku.',
      'V pořádku, jen hláška by mohla být česky.',
    ],
    thanks: [
      'Díky, sklad si to pochvaluje.',
      'Skvělé, je to znát.',
      'Děkuji za noční nasazení.',
      'Výborně, i s testem.',
    ],
    ends: ['Nahrazeno novým řešením.', 'Dodavatel opravil u sebe.', 'Nedá se zopakovat, uzavírám.'],
  },
};
