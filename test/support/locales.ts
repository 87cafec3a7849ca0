/** Every locale and currency that this runtime can print amounts in. */

export const CURRENCIES = Intl.supportedValuesOf('currency')

/** Scripts that a language is written in besides its usual one, with digits or signs of their own. */
const SCRIPTS = ['Latn', 'Cyrl', 'Arab', 'Deva', 'Adlm', 'Beng', 'Guru', 'Hans', 'Hant', 'Mtei', 'Olck', 'Telu', 'Tfng']

/**
 * There is no `Intl.supportedValuesOf('locale')`: every code of two or three letters is tried, then each language that
 * is known with each script and each country. A locale counts when the runtime has data of its own for it.
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

/** Tells whether a locale has data of its own: without, it is resolved to a more general one. */
function hasData(tag: string): boolean {
  return new Intl.NumberFormat(tag).resolvedOptions().locale === tag
}
