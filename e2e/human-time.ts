import type { Locator, Page } from '@playwright/test'

/**
 * Human time of a task by the keystroke-level model (Card, Moran and Newell, 1980), without the time in which the user
 * waits for the system. Constants in seconds.
 */
const keystroke = 0.28
/** Pointing at something and pressing it. */
const pointing = 1.1
/** Deciding what to do, or reading or recalling a short text. */
const mental = 1.35

/** Performs the steps of a task on a touch screen, and adds up the time that they take. */
export class HumanTime {
  readonly #page: Page
  #seconds = 0

  constructor(page: Page) {
    this.#page = page
  }

  /** Sum so far, in seconds. */
  get seconds(): number {
    return Math.round(this.#seconds * 10) / 10
  }

  think(): void {
    this.#seconds += mental
  }

  async tap(element: Locator): Promise<void> {
    await element.click()
    this.#seconds += pointing
  }

  /** Types into the focused field. A capital letter and a special character take a second keystroke. */
  async type(text: string): Promise<void> {
    await this.#page.keyboard.type(text)
    for (const character of text)
      this.#seconds += /[a-z\d@.]/.test(character) ? keystroke : 2 * keystroke
  }

  /** Goes to another app, such as the mail. */
  switchApp(): void {
    this.#seconds += pointing
  }

  /** Goes to the mail app, and finds and opens the new mail. */
  openMail(): void {
    this.switchApp()
    this.#seconds += mental + pointing
  }
}
