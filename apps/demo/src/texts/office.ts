import type { Area } from './text';

export const office: Area = {
  works: [
    {
      name: 'Podklady na poradu vedení: {month}',
      text: 'Jedna strana za oddělení: co se povedlo, co hoří, co potřebujete od ostatních.',
      done: ['Podklady jsou ve složce porady.', 'Hotovo, jedna strana a graf.'],
      tags: ['porada', 'report'],
    },
    {
      name: 'Smlouva s firmou {supplier}',
      text: 'Končí platnost rámcové smlouvy. Vyjednat bonus {percent} % při odběru nad {amount} měsíčně.',
      done: ['Dodatek podepsaný, bonus {percent} %.', 'Vyjednáno, smlouva je u právníka.'],
      tags: ['smlouvy', '{supplier}'],
    },
    {
      name: 'Výběrové řízení: skladník {city}',
      text: 'Napsat inzerát, projít životopisy a pozvat čtyři lidi. Nástup co nejdřív.',
      done: ['Vybraný člověk nastoupí prvního.', 'Pozváni čtyři, výsledky v tabulce.'],
      tags: ['nábor', 'lidé'],
    },
    {
      name: 'Plán dovolených na {nextMonth}',
      text: 'Sebrat požadavky, ohlídat zastupitelnost a potvrdit lidem.',
      done: ['Plán potvrzený, zveřejněný v kalendáři.'],
      tags: ['lidé', 'dovolená'],
    },
    {
      name: 'Roční hodnocení týmu',
      text: 'Projít cíle s každým členem týmu, zapsat dohodnuté a navrhnout odměny.',
      done: ['Rozhovory proběhly, zápisy jsou uložené.', 'Hotovo, návrh odměn předán účetním.'],
      tags: ['lidé', 'hodnocení'],
    },
    {
      name: 'Pojistná událost v hale {hall}',
      text: 'Po bouřce zateklo střechou. Nafotit škody, vyčíslit zboží a nahlásit pojišťovně.',
      done: ['Nahlášeno, likvidátor přijde ve čtvrtek.', 'Pojišťovna škodu {amount} uznala.'],
      tags: ['pojištění'],
    },
    {
      name: 'Nabídka úklidové firmy',
      text: 'Vyžádat tři nabídky na úklid kanceláří a haly, porovnat rozsah a cenu.',
      done: ['Tři nabídky porovnané, doporučení v příloze.'],
      tags: ['nákup', 'provoz'],
    },
    {
      name: 'Revize BOZP a požární ochrany',
      text: 'Zkontrolovat hasicí přístroje, únikové cesty a platnost školení. Nedostatky rozdělit mezi vedoucí.',
      done: ['Revize bez závad.', 'Nalezeno {few} drobných nedostatků, vše je odstraněné.'],
      tags: ['BOZP'],
    },
    {
      name: 'Vyjednat ceny dopravy: {carrier}',
      text: 'Dopravce chce zdražit o {percent} %. Připravit počty zásilek za půl roku a protinávrh.',
      done: ['Zdražení sníženo na polovinu, platí od příštího měsíce.', 'Podklady hotové, jednání je v úterý.'],
      tags: ['doprava', '{carrier}'],
    },
    {
      name: 'Firemní setkání',
      text: 'Najít místo pro 25 lidí, občerstvení a krátký program. Rozpočet {amount}.',
      done: ['Zamluveno, pozvánky rozeslané.'],
      tags: ['lidé'],
    },
    {
      name: 'Návštěva firmy {supplier}',
      text: 'Domluvit termín, program a prohlídku skladu. Připravit čísla za letošní rok.',
      done: ['Návštěva proběhla, zápis je v příloze.', 'Domluveno na příští středu, program rozeslaný.'],
      tags: ['dodavatelé', '{supplier}'],
    },
    {
      name: 'Stížnost sousedů na hluk {city}',
      text: 'Kamiony jezdí před šestou. Dohodnout s dopravcem {carrier} pozdější příjezdy.',
      done: ['Dopravce jezdí od půl sedmé.', 'Dohodnuto, písemně potvrzeno i obci.'],
      tags: ['provoz'],
    },
    {
      name: 'Cíle oddělení na {nextMonth}',
      text: 'Tři cíle, každý s číslem. Pošlete do pátku, v pondělí je projdeme na poradě.',
      done: ['Cíle jsou ve sdílené tabulce.'],
      tags: ['plán'],
    },
    {
      name: 'Nájem haly {hall}: dodatek',
      text: 'Pronajímatel chce navýšit nájem o {percent} %. Zjistit ceny v okolí a připravit jednání.',
      done: ['Dodatek podepsaný s polovičním navýšením.', 'Podklady hotové, jednání je domluvené.'],
      tags: ['smlouvy', 'provoz'],
    },
  ],
  talk: {
    progress: [
      'Sháním poslední podklady.',
      'Mám domluvenou schůzku na středu.',
      'Návrh je hotový, posílám k připomínkám.',
      'Čekám na vyjádření právníka.',
      'Dvě nabídky už mám, třetí přijde zítra.',
    ],
    questions: [
      'Kolik na to máme peněz?',
      'Může to jít až příští měsíc?',
      'Kdo všechno má být u toho?',
      'Stačí to elektronicky?',
    ],
    answers: ['Držme se loňské částky.', 'Ne, potřebujeme to teď.', 'Stačí vedoucí oddělení.', 'Elektronicky stačí.'],
    returns: [
      'Chybí čísla za sklad, prosím doplnit.',
      'Potřebuji to na jednu stranu, tohle jsou čtyři.',
      'Nabídky nejsou porovnatelné, sjednoťte prosím rozsah.',
      'Bonus je nižší, než jsme si řekli.',
    ],
    reservations: [
      'Přijato, graf prosím příště se stejným měřítkem.',
      'V pořádku, termín mohl být lepší.',
      'Přijímám, dořešíme pojištění zvlášť.',
    ],
    thanks: ['Děkuji, dobře připravené.', 'Díky, ušetřilo nám to spoustu času.', 'Výborný výsledek.'],
    ends: ['Rozhodli jsme se to letos nedělat.', 'Převzal právník.', 'Spojeno s jiným úkolem.'],
  },
};
