/** Repeatable chance: the same seed, the same world. */
export class Chance {
  constructor(private state: number) {}

  /** From 0 (inclusive) to 1. */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let t = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  }

  /** A whole number from 0 to below the bound. */
  below(bound: number): number {
    return Math.floor(this.next() * bound);
  }

  /** As often as the share says. */
  happens(share: number): boolean {
    return this.next() < share;
  }

  of<T>(values: readonly T[]): T {
    return values[this.below(values.length)]!;
  }
}

const words =
  'připravit nabídku smlouvu pro zákazníka opravit chybu v přihlášení doplnit podklady k fakturaci zkontrolovat rozpočet objednat materiál na stavbu poslat výkresy architektovi domluvit schůzku s dodavatelem aktualizovat web nový ceník přeložit manuál vyzkoušet verzi na tabletu svolat poradu zaplatit zálohu vyměnit filtr ve strojovně převzít zakázku měsíční uzávěrka revize elektro školení bezpečnosti práce záloha dat server databáze export tisk barevné letáky veletrh Brno Ostrava Plzeň jaro podzim prosím do pátku hotovo díky ještě chybí podpis ředitele příloha druhá strana viz tabulka'.split(
    ' ',
  );

export function sentence(chance: Chance, least: number, most: number): string {
  const count = least + chance.below(most - least + 1);
  const text = Array.from({ length: count }, () => chance.of(words)).join(' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const firstNames =
  'Jana Petr Eva Jan Lucie Tomáš Anna Martin Hana Pavel Věra Jiří Alena Josef Ivana Karel Zdeněk Šárka Řehoř Čeněk'.split(
    ' ',
  );
const lastNames =
  'Novák Svoboda Dvořák Černý Procházka Kučera Veselý Horák Němec Marek Pospíšil Hájek Král Růžička Beneš Fiala Sedlák Doležal Zeman Šimek Žák Říha Čech Chalupa Holub'.split(
    ' ',
  );

export const personName = (chance: Chance) => `${chance.of(firstNames)} ${chance.of(lastNames)}`;
