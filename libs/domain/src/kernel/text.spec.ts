import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  codePoints,
  czechSortKey,
  excerptOf,
  foldText,
  foldWords,
  holdsEach,
  longHtmlKey,
  longTextKey,
  mentionsIn,
  normalizeText,
  textOfHtml,
} from './text';

describe('text as it is kept', () => {
  test.each(['\u2800', '\u3164', '\uffa0', '\u00a0', '\u3000', '\u{1d159}', '\u115f', '\u034f', '\u{e0020}'])(
    'is empty without a visible character: %j',
    (sign) => {
      expect(normalizeText(sign)).toBe('');
      expect(normalizeText(`${sign} ${sign}\u200b${sign}`)).toBe('');
      expect(normalizeText(`a${sign}b`)).toBe(`a${sign}b`);
    },
  );

  test('is in NFC and without space around it', () => {
    expect(normalizeText('\u00a0 Pr\u030ci\u0301lis\u030c \n')).toBe('Příliš');
    expect(normalizeText(' \t\n')).toBe('');
  });

  test('has nothing unseen at its ends, and keeps what emoji and flags are joined by', () => {
    expect(normalizeText('\u200b\0\u2060\ufeff')).toBe('');
    expect(normalizeText('\u200eab\u0007 \u200d')).toBe('ab');
    for (const text of ['👨‍👩‍👧', '❤️', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', 'a\u200bb']) expect(normalizeText(text)).toBe(text.normalize('NFC'));
  });

  test('is tidied in no time, whatever it holds', () => {
    const text = `x${' '.repeat(1_000_000)}x`;
    expect(normalizeText(text)).toBe(text);
    const marked = `e\u0301${'\u0301\u0316'.repeat(500_000)}`;
    expect(normalizeText(marked)).toMatch(/^é\p{M}{63}$/u);
    expect(foldText(marked)).toBe('e');
  });

  test('keeps marks as they are written, however many texts have them', () => {
    for (const text of ['e\u0301\u0316'.repeat(1_000), `e${'\u0316'.repeat(64)}`, 'ก็ปี่'.repeat(100)]) {
      expect(normalizeText(text)).toBe(text.normalize('NFC'));
    }
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

  test('has plain letters for those that Unicode does not decompose', () => {
    expect(foldText('Łukasz BJØRN Đorđe Weiß ẞ Kærgård Œuvre Þór Işık Guðrún')).toBe(
      'lukasz bjorn dorde weiss ss kaergard oeuvre thor isik gudrun',
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

test('the text of what is no HTML is what it is, and takes no time', () => {
  const text = `a>${'<'.repeat(1_000_000)}`;
  expect(textOfHtml(text)).toBe(text);
});

test('the key of HTML is that of its text, though little of it is converted', () => {
  const piece = fc.constantFrom(
    '<p>',
    '</p>',
    '<a href="/x">',
    '&amp;',
    '&nbsp;',
    'č',
    'slovo',
    ' ',
    '\u200b',
    'e\u0301',
  );
  fc.assert(
    fc.property(fc.array(piece), fc.nat(400), (pieces, times) => {
      const html = pieces.join('').repeat(times);
      expect(longHtmlKey(html)).toBe(longTextKey(textOfHtml(html)));
    }),
  );
});

test('an excerpt is the beginning of the plain text, of which nothing is cut within a sign, a tag or an entity', () => {
  const html = '<p>Ahoj <b>světe</b></p><p>1 &lt; 2 😀😀</p>';
  expect(excerptOf(html, 100)).toBe(textOfHtml(html));
  expect(excerptOf(html, 10)).toBe('Ahoj světe');
  expect(excerptOf('😀'.repeat(50), 3)).toBe('😀😀😀');
  expect(excerptOf(`<p>${'a'.repeat(10)}<span title="${'x'.repeat(100)}">b</span></p>`, 3)).toBe('aaa');
  expect(excerptOf('abcdefgh&amp;&amp;', 1)).toBe('a');
  expect(excerptOf('a b c d e &amp; f', 2)).toBe('a ');
});

test('mentions are the numbers of people, each once', () => {
  expect(mentionsIn('@[2] a @[12], @[2]; @12 @[] @[x] @[1234567890123456]')).toEqual([2, 12]);
});

test('the key of a long text is cut between characters, as a store keeps it', () => {
  for (const before of ['', 'a']) {
    const text = before + '😀'.repeat(200);
    for (const key of [longTextKey(text), longHtmlKey(`<p>${text}</p>`)]) {
      expect(Buffer.from(key).toString()).toBe(key);
      expect(key).toBe(czechSortKey(before + '😀'.repeat(100 - before.length)));
    }
  }
});

describe('texts of common letters', () => {
  // A letter above them, which changes nothing around it, keeps a text out of the tables.
  const above = 'あ';
  const unit = fc.oneof(
    fc.integer({ min: 0, max: 0x24f }).map((code) => String.fromCharCode(code)),
    fc.constantFrom(...'cChHß İ1'),
  );

  test('are folded, cut and sorted by tables as other texts are', () => {
    fc.assert(
      fc.property(fc.string({ unit }), (text) => {
        expect(foldText(text)).toBe(foldText(text + above).replaceAll(above, ''));
        expect(foldWords(text)).toEqual(foldWords(`${text} ${above}`).slice(0, -1));
        expect(czechSortKey(text)).toBe(czechSortKey(text + above).replaceAll(above, ''));
      }),
      { numRuns: 1_000 },
    );
  });
});

describe('letters of other languages', () => {
  test('are ordered as the Czech collation orders them', () => {
    const { compare } = new Intl.Collator('cs');
    const letters = [...'abcčdďđeéfƒghħiıjklłmnňŋoøpqrřsšßtťŧuvxyzžþæœ'];
    const names = letters.flatMap((letter) => ['a', 'e', 'z'].map((end) => `M${letter}${end}`));
    const byKey = (a: string, b: string) => (czechSortKey(a) < czechSortKey(b) ? -1 : 1);
    expect([...names].sort(byKey)).toEqual([...names].sort(compare));
  });
});
