/** The interface of all emulators of consent platforms: a tab of a browser, and the events in it. */

/** One page in one tab. Tabs of one browser share the platforms' cookies. */
export interface Tab {
  /** The shop's cookies, as `document.cookie` shows them. */
  kept: Map<string, string>
  /** Makes a global of this page. */
  set(name: string, value: unknown): void
  /** Raises an event that does not bubble. */
  raise(name: string, at: 'window' | 'document'): void
}

interface ConsentEmulator {
  /** Adds the parts that the page has before the platform's script loads, or if the script is blocked. */
  begin?(): void
  /** Loads the platform's script. It reads the shopper's earlier choice, or asks. */
  load(): void
  /** Answers as the shopper does. */
  choose(choice: 'yes' | 'no'): void
}

export type CreateEmulator = (tab: Tab) => ConsentEmulator
