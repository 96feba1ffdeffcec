/** Measures the targets of a screen by hit testing. */
import type { Locator } from '@playwright/test'
import { atRest } from './accessibility.ts'

const interactive =
  ':is(a[href], button, input, select, textarea, summary, [role="menuitem"], [role="option"]):visible'

/**
 * Returns the targets in this part of the page that are smaller than `minimum` px in one direction, with their size. A
 * target is the area that reacts to a press: an element with its label and pseudo-elements. Links and words in a sentence
 * are left out (exception 'Inline' of WCAG 2.5.8), and text areas of a field are as high as the field.
 */
export async function smallTargets(within: Locator, minimum: number): Promise<string[]> {
  await atRest(within.page())
  return within.locator(interactive).evaluateAll((all, least) => {
    /** Returns the element that a press at this point reaches. */
    const owner = (at: Element | null): Element | null => {
      const label = at?.closest('label')
      if (label?.control) return label.control
      const area = at?.closest('[data-checkbox-area]')
      if (area) return area.querySelector('input')
      // The box around the selected options focuses the field in it (Mantine's PillsInput).
      const box = at?.closest('.mantine-MultiSelect-input')
      if (box && !at?.closest('button')) return box.querySelector('input')
      // The free space of a row opens its record (web/ui/row-click.ts).
      const opened = at?.closest('tr')?.querySelector('th a[href], [data-opens-row]')
      if (
        opened &&
        !at?.closest('a, button, input, label, [data-kind="selection"], [data-no-open]')
      )
        return opened
      return at
    }
    const isInline = (one: Element) =>
      one.matches('a, button') &&
      /^inline(-block)?$/.test(getComputedStyle(one).display) &&
      Array.from(one.parentElement?.childNodes ?? []).some(
        (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim() !== '',
      )
    /** Returns how far the target extends from a point in one direction, up to the required size. */
    const reach = (one: Element, [x, y]: [number, number], [dx, dy]: [number, number]) => {
      let distance = 0
      while (distance < least) {
        const hit = owner(document.elementFromPoint(x + dx * distance, y + dy * distance))
        if (hit === null || !(one.contains(hit) || hit === one)) break
        distance += 0.5
      }
      return distance
    }
    const found: string[] = []
    for (const one of all) {
      if (
        one.matches('[type="hidden"], [type="file"], :disabled, [tabindex="-1"]') ||
        isInline(one)
      )
        continue
      one.scrollIntoView({ block: 'center', inline: 'center' })
      const box = one.getBoundingClientRect()
      if (box.bottom <= 0 || box.right <= 0) continue
      const center: [number, number] = [box.x + box.width / 2, box.y + box.height / 2]
      const hit = owner(document.elementFromPoint(...center))
      // A dialog covers the target and takes all presses.
      if (hit === null || !(one.contains(hit) || hit === one)) continue
      const width = reach(one, center, [-1, 0]) + reach(one, center, [1, 0])
      const height = reach(one, center, [0, -1]) + reach(one, center, [0, 1])
      // Tolerance for rounding, and for the first point, which is counted twice.
      if (width + 0.5 >= least && height + 0.5 >= least) continue
      const name = one.getAttribute('aria-label') ?? one.textContent.trim().slice(0, 30)
      found.push(`${one.tagName} '${name || one.id || one.className}': ${width} × ${height}`)
    }
    return [...new Set(found)]
  }, minimum)
}
