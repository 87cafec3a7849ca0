/** What the emulators of consent platforms have in common: a tab of a browser, and what happens in it. */

/** One page in one tab. Tabs of one browser share what platforms keep in cookies. */
export interface Tab {
  /** The shop's cookies, seen as such by `document.cookie`. */
  kept: Map<string, string>
  /** Makes a global of this page. */
  set(name: string, value: unknown): void
  /** Raises an event that does not bubble. */
  raise(name: string, at: 'window' | 'document'): void
}

interface ConsentEmulator {
  /** What the page has before the platform's script has loaded, or instead of it where it is blocked. */
  begin?(): void
  /** The platform's script has loaded: it finds what the shopper has chosen before, or asks. */
  load(): void
  /** The shopper clicks. */
  choose(choice: 'yes' | 'no'): void
}

export type CreateEmulator = (tab: Tab) => ConsentEmulator
