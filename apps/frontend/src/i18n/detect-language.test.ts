import { askedLanguage, detectLanguage, hasStoredLanguage, rememberLanguage } from './detect-language';

const browser = (...accepted: string[]) => {
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(accepted);
  vi.spyOn(navigator, 'language', 'get').mockReturnValue(accepted[0] ?? '');
};
const address = (search: string) => window.history.replaceState(null, '', `/${search}`);
const cookie = (value: string) => {
  // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no Cookie Store
  document.cookie = `lng=${value}; path=/`;
};

beforeEach(() => {
  document.documentElement.lang = '';
  browser();
});
afterEach(() => address(''));

it('goes from the query to the html tag, the first that is known', () => {
  document.documentElement.lang = 'en';
  expect(detectLanguage()).toBe('en');
  browser('cs-CZ', 'en');
  expect(detectLanguage()).toBe('cs');
  sessionStorage.setItem('lng', 'en');
  expect(detectLanguage()).toBe('en');
  localStorage.setItem('lng', 'cs');
  expect(detectLanguage()).toBe('cs');
  cookie('en');
  expect(detectLanguage()).toBe('en');
  address('?lng=cs');
  expect(detectLanguage()).toBe('cs');
});

it('is Czech when nothing says otherwise', () => {
  expect(detectLanguage()).toBe('cs');
});

it('passes over languages that the product does not speak', () => {
  address('?lng=de');
  cookie('fr');
  browser('de-AT', 'en-GB');
  expect(detectLanguage()).toBe('en');
});

it('knows what the address asked for and whether there was a choice before', () => {
  address('?lng=de');
  detectLanguage();
  expect([askedLanguage(), hasStoredLanguage()]).toEqual([undefined, false]);
  address('?lng=en');
  detectLanguage();
  address('');
  expect(askedLanguage()).toBe('en');
  localStorage.setItem('lng', 'cs');
  expect(hasStoredLanguage()).toBe(true);
});

it('keeps the choice in the cookie and in local storage', () => {
  rememberLanguage('en');
  expect(document.cookie).toContain('lng=en');
  expect(localStorage.getItem('lng')).toBe('en');
  expect(detectLanguage()).toBe('en');
});
