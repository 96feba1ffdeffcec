import { expect, type Locator, type Page } from '@playwright/test'
import { demoPassword } from '../test/testing/portal-client.ts'

/** Times of the keystroke-level model in seconds (Card, Moran and Newell, 1980). */
const times = {
  /** A keystroke of an average typist (40 words a minute), and of a thumb on the keyboard of a phone. */
  key: 0.28,
  /** Pointing at something. On a phone this is the tap. */
  point: 1.1,
  /** Pressing or releasing a button of the mouse. */
  button: 0.1,
  /** Moving a hand between mouse and keyboard. */
  hand: 0.4,
  /** Deciding what to do, or reading or recalling a short text. */
  mental: 1.35,
}

/** Maximum number of characters that a person remembers while changing from one app to another. */
const remembered = 4

export interface Effort {
  /** Presses of buttons, links, options, and of fields that do not have the focus already. */
  clicks: number
  /** Fields into which the person types. */
  fields: number
  /** Confirmations of the identity. */
  confirmations: number
  /** Time of the person, without the time in which the person waits for the portal. */
  seconds: number
}

/**
 * Performs the steps of a task, and adds up what they cost a person by the keystroke-level model. Before each press and
 * each text the person decides or recalls, unless the previous step makes the next one certain (`expected`): for
 * example, selecting the option that was just searched, or sending the fields that were just filled in.
 */
export class TaskMeter {
  readonly page: Page
  readonly #phone: boolean
  #clicks = 0
  #fields = 0
  #confirmations = 0
  #seconds = 0
  /** Whether the hand is on the keyboard. */
  #typing = false

  constructor(page: Page, { phone = false } = {}) {
    this.page = page
    this.#phone = phone
  }

  get effort(): Effort {
    return {
      clicks: this.#clicks,
      fields: this.#fields,
      confirmations: this.#confirmations,
      seconds: Math.round(this.#seconds),
    }
  }

  async press(target: Locator, { expected = false } = {}): Promise<void> {
    if (!expected) this.#seconds += times.mental
    this.#point()
    await target.click()
  }

  button(name: string | RegExp, options?: { expected: boolean }): Promise<void> {
    return this.press(this.page.getByRole('button', { name, exact: true }), options)
  }

  link(name: string | RegExp): Promise<void> {
    return this.press(this.page.getByRole('link', { name, exact: true }))
  }

  /** Types into a field. The person presses it first, unless it has the focus already. */
  async type(field: Locator, text: string): Promise<void> {
    this.#fields += 1
    this.#seconds += times.mental
    await expect(field).toBeVisible()
    const focused = await field.evaluate((element) => element === document.activeElement)
    if (!focused) this.#point()
    this.#keys(text)
    await field.fill(text)
  }

  /** Types into the field that has the focus. */
  async typeFocused(text: string): Promise<void> {
    this.#fields += 1
    this.#seconds += times.mental
    this.#keys(text)
    await this.page.keyboard.type(text)
  }

  /** Presses a key, or a shortcut such as 'Control+k'. */
  async key(name: string, { expected = false } = {}): Promise<void> {
    if (!expected) this.#seconds += times.mental
    this.#reach()
    this.#seconds += name.split('+').length * times.key
    await this.page.keyboard.press(name)
  }

  /** Searches an option in a field and selects it. */
  async choose(field: Locator, text: string, option: Locator): Promise<void> {
    await this.type(field, text)
    await this.press(option, { expected: true })
  }

  /** Confirms the identity with the password in the open dialog, whose button may be the answer to its question. */
  async confirm(button: 'Confirmar' | 'Sim' = 'Confirmar'): Promise<void> {
    this.#confirmations += 1
    const dialog = this.page
      .getByRole('dialog')
      .filter({ has: this.page.getByLabel('Senha', { exact: true }) })
    const password = dialog.getByLabel('Senha', { exact: true })
    await expect(password).toBeFocused()
    await this.type(password, demoPassword)
    await this.press(dialog.getByRole('button', { name: button, exact: true }), { expected: true })
  }

  /** Changes to the mail, and finds and opens the new message. */
  openMail(): void {
    this.#switch()
    this.#seconds += times.mental + times.point
  }

  /**
   * Types a text from the mail that cannot be pasted: reads as many characters as the person can remember, changes to
   * the portal, types them, and goes back for the next ones. `shown` has a hyphen between groups.
   */
  async copy(shown: string): Promise<void> {
    this.#fields += 1
    const groups = shown.includes('-') ? shown.split('-') : (shown.match(chunks) ?? [])
    for (const [index, group] of groups.entries()) {
      if (index > 0) this.#switch()
      this.#seconds += times.mental
      this.#switch()
      const typed = shown.includes('-') ? group.toLowerCase() : group
      this.#keys(typed)
      await this.page.keyboard.type(typed)
    }
  }

  /** Changes to another app or window. */
  #switch(): void {
    this.#seconds += times.point
  }

  #point(): void {
    this.#clicks += 1
    if (this.#typing && !this.#phone) this.#seconds += times.hand
    this.#typing = false
    this.#seconds += times.point + (this.#phone ? 0 : 2 * times.button)
  }

  /** Moves the hand from the mouse to the keyboard. */
  #reach(): void {
    if (!this.#typing && !this.#phone) this.#seconds += times.hand
    this.#typing = true
  }

  /** A capital letter and a special character take a second keystroke. */
  #keys(text: string): void {
    this.#reach()
    for (const character of text)
      this.#seconds += /[a-z\d @.;-]/.test(character) ? times.key : 2 * times.key
  }
}

const chunks = new RegExp(`.{1,${remembered}}`, 'g')
