/** Every locale and currency that this runtime can print amounts in. */

export const CURRENCIES = Intl.supportedValuesOf('currency')

/** Scripts with their own digits or signs, in which some languages are written besides their usual script. */
const SCRIPTS = ['Latn', 'Cyrl', 'Arab', 'Deva', 'Adlm', 'Beng', 'Guru', 'Hans', 'Hant', 'Mtei', 'Olck', 'Telu', 'Tfng']

/**
 * Lists all locales. `Intl.supportedValuesOf('locale')` does not exist, so this tries every code of two or three letters, then each
 * known language with each script and each country. A locale counts if the runtime has its own data for it.
 */
export function readLocales(): string[] {
  const letters = [...'abcdefghijklmnopqrstuvwxyz']
  const two = letters.flatMap((a) => letters.map((b) => a + b))
  const three = two.flatMap((start) => letters.map((c) => start + c))
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
  const countries = two.map((code) => code.toUpperCase()).filter((code) => names.of(code))

  const known = Intl.NumberFormat.supportedLocalesOf([...two, ...three])
  const languages = [...new Set(known.map((tag) => new Intl.Locale(tag).language))]
  const written = languages.flatMap((tag) => [tag, ...SCRIPTS.map((script) => `${tag}-${script}`)])
  return written
    .filter(hasData)
    .flatMap((tag) => [tag, ...countries.map((country) => `${tag}-${country}`).filter(hasData)])
}

/** Tells whether a locale has its own data. Without data, the runtime resolves it to a more general locale. */
function hasData(tag: string): boolean {
  return new Intl.NumberFormat(tag).resolvedOptions().locale === tag
}
