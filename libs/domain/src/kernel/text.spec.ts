import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { codePoints, czechSortKey, foldText, foldWords, holdsEach, mentionsIn, textOfHtml, tidy } from './text';

describe('text as it is kept', () => {
  test('is in NFC and without space around it', () => {
    expect(tidy('\u00a0 Pr\u030ci\u0301lis\u030c \n')).toBe('Příliš');
    expect(tidy(' \t\n')).toBe('');
  });

  test('has nothing unseen at its ends, and keeps what emoji and flags are joined by', () => {
    expect(tidy('\u200b\0\u2060\ufeff')).toBe('');
    expect(tidy('\u200eab\u0007 \u200d')).toBe('ab');
    for (const text of ['👨‍👩‍👧', '❤️', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', 'a\u200bb']) expect(tidy(text)).toBe(text.normalize('NFC'));
  });

  test('is tidied in no time, whatever it holds', () => {
    const text = `x${' '.repeat(1_000_000)}x`;
    expect(tidy(text)).toBe(text);
  });

  test('is counted in code points', () => {
    expect(['', 'ab', 'ž', '😀', '👨‍👩‍👧', '🇨🇿', 'x\u0301', '\ud83d'].map(codePoints)).toEqual([
      0, 2, 1, 1, 5, 2, 2, 1,
    ]);
  });
});

describe('text as it is searched', () => {
  test('has neither case nor diacritics', () => {
    expect(foldText('Příliš ŽLUŤOUČKÝ kůň úpěl ďábelské ódy')).toBe('prilis zlutoucky kun upel dabelske ody');
    expect(foldText('Pr\u030ci\u0301lis\u030c')).toBe(foldText('PŘÍLIŠ'));
  });

  test('folded again it stays', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => expect(foldText(foldText(text))).toBe(foldText(text))),
    );
  });

  test('is cut into words of letters and digits', () => {
    expect(foldWords('Smlouva č. 12/2026 – „Novák & syn“')).toEqual(['smlouva', 'c', '12', '2026', 'novak', 'syn']);
    expect(foldWords('…')).toEqual([]);
  });

  test('is found by the beginnings of its words', () => {
    const held = foldWords('Příliš žluťoučký kůň');
    expect(holdsEach(held, ['kun', 'zlu'])).toBe(true);
    expect(holdsEach(held, ['kun', 'lutoucky'])).toBe(false);
    expect(holdsEach(held, [])).toBe(true);
  });
});

const words = `cena cihla citron cukr czech čas čech čich čtvrtek čuk data dále dal ďas dálnice ddt ech eden éra ěra
  had hněv hrad hvězda chata cháska chleba chyba chyť CHyba Chyba ihned Chalupa chalupa inzerát íkaros jaro k káva kaše
  lež léto ladem mák maso met mříž noha ňadra nula obec óda ohrada ochrana okno pec píseň při přes příklad příští prst prší
  rada rak ráno rychle řada řeka říjen rz ruka sad sál schůzka syn szamota šachta šaty šest šíp švec tak ťapka tma tunel
  ucho úcta ulice Ústí ústí Usti usti účet účel ůl vedro věc vůz výr xylofon yperit ýý zahrada zámek zz zebra žába žeton žid žlutý
  1 10 2 20 3 9 10. 12a 12b a1 a2 č1 h1 ch1 ch10 š2 a á ä A Á b B c C č Č d ch Ch h H i s š Š z ž Ž`
  .split(/\s+/)
  .concat('Novák a syn', 'Novák, syn', 'Nováková', 'Novák – syn', 'Novák 2', 'Nový úkol', 'nový úkol', 'Úkol č. 2')
  .concat('úkol (starý)', 'úkol 1', 'úkol', '„úkol“', 'úkolník');

describe('Czech order', () => {
  const collator = new Intl.Collator('cs');
  const compare = (a: string, b: string) => {
    const [left, right] = [czechSortKey(a), czechSortKey(b)];
    return left < right ? -1 : left > right ? 1 : 0;
  };

  test('is that of the Czech collation, for every pair of words', () => {
    const wrong = words.flatMap((a) =>
      words.filter((b) => Math.sign(collator.compare(a, b)) !== compare(a, b)).map((b) => `${a} ? ${b}`),
    );
    expect(wrong).toEqual([]);
  });

  test('by bytes is the same as by code units', () => {
    const byBytes = (a: string, b: string) =>
      Buffer.compare(Buffer.from(czechSortKey(a)), Buffer.from(czechSortKey(b)));
    expect([...words].sort(byBytes)).toEqual([...words].sort(compare));
  });

  test('of Czech letters, alone and in words', () => {
    const letter = fc.constantFrom(...'aábcčdďeéěfghiíjklmnňoópqrřsštťuúůvwxyýzžACČHŘŠŽ 12');
    const word = fc.array(letter, { minLength: 1, maxLength: 6 }).map((letters) => letters.join(''));
    fc.assert(
      fc.property(word, word, (a, b) => {
        const primary = new Intl.Collator('cs', { sensitivity: 'base' }).compare(a, b);
        if (primary !== 0) expect(compare(a, b)).toBe(Math.sign(primary));
        else expect(compare(a, b) === 0).toBe(a === b);
      }),
      { numRuns: 2_000 },
    );
  });

  test('is the same however the letters are composed', () => {
    expect(compare('Pr\u030ci\u0301lis\u030c', 'přesně') < 0).toBe(compare('Příliš', 'přesně') < 0);
    expect(compare('c\u030cas', 'cukr')).toBe(1);
  });
});

test('the text of HTML', () => {
  expect(textOfHtml('<p>Ahoj&nbsp;<b>světe</b></p><p>1 &lt; 2 &amp;&amp; &quot;x&quot; &#39;y&#39; &amp;lt;</p>')).toBe(
    `Ahoj světe 1 < 2 && "x" 'y' &lt;`,
  );
  expect(textOfHtml('')).toBe('');
});

test('mentions are the numbers of people, each once', () => {
  expect(mentionsIn('@[2] a @[12], @[2]; @12 @[] @[x] @[1234567890123456]')).toEqual([2, 12]);
});
