/** Notes of the panel beside the diagnosis. */
import { toBadSettingSentence } from '../contract/tag.js'
import { diagnose } from './diagnosis.js'
import { type Facts, toEmailLine } from './facts.js'
import { toEmailTodo } from './page-rows.js'

/** A row gives a note if its condition is true. */
const NOTES: [when: (facts: Facts) => unknown, text: (facts: Facts) => string][] = [
  [
    ({ sources }) => sources.tags > 1,
    ({ sources }) => `The script is on the page ${sources.tags} times; it runs once.`,
  ],
  [
    ({ sources, status }) => status && sources.tag === 'none',
    () => 'The script’s tag is no longer in the page, so its settings cannot be read; those shown are the defaults.',
  ],
  [
    ({ sources }) => sources.hasUnread,
    () =>
      'A script of the page gives window.ringup settings. The panel cannot read them after the script’s start, so it may not show all settings in force.',
  ],
  [
    ({ sources }) => sources.tag === 'module',
    () => 'The tag has type="module": such a script cannot read its tag’s settings. Leave the type out.',
  ],
  [
    ({ status, version }) => status && status.version !== version,
    ({ status, version }) =>
      `The script is version ${status?.version}, the panel ${version}. The panel may show other values than the script sends.`,
  ],
  [
    ({ status }) => status?.storage === 'memory',
    () => 'This browser refuses localStorage to the page. An event that is not delivered is lost with the page.',
  ],
  [
    ({ origin }) => origin === 'null',
    () =>
      'The page is in a sandboxed frame: its origin is null, which the proxy takes only with RINGUP_ALLOW_OPAQUE_ORIGIN=1.',
  ],
  [
    ({ sources }) => sources.overridden.length,
    ({ sources }) =>
      `The page has its own ${sources.overridden.join(', ')}, which wins over the setting at the proxy. If the proxy’s is newer, remove the attribute from the tag.`,
  ],
  [
    ({ order, email, heard }) => order && !email && heard.outcomes.length === 0,
    (facts) => `The page shows no e-mail address, and the API needs one. ${toEmailTodo(facts)}`,
  ],
  [
    ({ email, emailPlaces }) => !email && emailPlaces.length > 1,
    ({ emailPlaces }) => `An e-mail address is also where ${emailPlaces.slice(1).map(toEmailLine).join(' or ')} leads.`,
  ],
  [
    ({ status, banners }) => status?.consent === 'not-required' && banners.length > 0,
    ({ banners }) =>
      `The page has ${banners.join(' and ')}, and the tag does not wait for consent. The set-up page writes data-consent.`,
  ],
  [({ heard }) => heard.outcomes[0]?.reason === 'origin', ({ origin }) => `This page’s origin is ${origin}.`],
]

/** @returns all notes that the diagnosis does not repeat */
export function toNotes(facts: Facts, { sentence, todo } = diagnose(facts)): string[] {
  const bad = facts.sources.badSettings.map(({ name, ...bad }) => toBadSettingSentence(name, bad))
  const notes = [...NOTES.filter(([when]) => when(facts)).map(([, text]) => text(facts)), ...bad]
  return notes.filter((note) => !`${sentence} ${todo}`.includes(note) && !(todo && note.endsWith(todo)))
}
