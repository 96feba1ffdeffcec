/** Finds texts of a screen that are cut off without an ellipsis, or that do not fit in their field. */

/**
 * Returns the texts that are cut: those that extend out of an element that clips them, and placeholders and chosen options
 * that are wider than their field. A text that ends with an ellipsis, or that can be scrolled into sight, is not cut. What
 * a user typed is not checked, because a field scrolls it. Refers to nothing outside of the function, because browser
 * tests run it in the page.
 */
export function findCutTexts(): string[] {
  const found = new Set<string>()
  const styleOf = (element: Element) => getComputedStyle(element)
  const isShown = (element: Element) =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
  /** Whether the element is only for screen readers. */
  const isHidden = (element: Element | null): boolean => {
    if (element === null) return false
    const { width, height } = element.getBoundingClientRect()
    const clips = styleOf(element).overflow !== 'visible' || styleOf(element).clipPath !== 'none'
    return (clips && (width <= 2 || height <= 2)) || isHidden(element.parentElement)
  }
  /** Whether the rest of a cut text is indicated, or can be scrolled into sight. */
  const isIndicated = ({ textOverflow, overflowX, webkitLineClamp }: CSSStyleDeclaration) =>
    textOverflow === 'ellipsis' || webkitLineClamp !== 'none' || /auto|scroll/.test(overflowX)
  const isCut = (text: DOMRect, from: Element | null): boolean => {
    if (from === null || from === document.body) return false
    const style = styleOf(from)
    const isBox = !['inline', 'contents'].includes(style.display)
    if (isBox && (isIndicated(style) || style.position === 'fixed')) return false
    const box = from.getBoundingClientRect()
    const beside = Math.max(text.right - box.right, box.left - text.left)
    const below = Math.max(text.bottom - box.bottom, box.top - text.top)
    const cut =
      (/hidden|clip/.test(style.overflowX) && beside > 1.5) ||
      (/hidden|clip/.test(style.overflowY) && below > 3)
    return (isBox && cut) || isCut(text, from.parentElement)
  }
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) {
    const { nodeValue, parentElement } = texts.currentNode
    const text = nodeValue?.trim()
    const isText =
      text && parentElement && !parentElement.closest('script, style, noscript, option, svg')
    if (!isText || !isShown(parentElement) || isHidden(parentElement)) continue
    const range = document.createRange()
    range.selectNodeContents(texts.currentNode)
    const lines = [...range.getClientRects()].filter(({ width }) => width >= 1)
    if (lines.some((line) => isCut(line, parentElement))) found.add(text)
  }
  const canvas = document.createElement('canvas').getContext('2d')
  for (const field of document.querySelectorAll<HTMLInputElement | HTMLSelectElement>(
    'input:not([type=checkbox], [type=radio], [type=file], [type=date]), select',
  )) {
    if (!canvas || !isShown(field) || isHidden(field)) continue
    // A field of options shows the chosen one as its value.
    const isChoice = field.getAttribute('role') === 'combobox' || field.ariaHasPopup === 'listbox'
    const text =
      field instanceof HTMLSelectElement
        ? field.selectedOptions[0]?.text
        : (isChoice && styleOf(field).textOverflow !== 'ellipsis' && field.value) ||
          (field.value === '' && field.placeholder)
    if (!text) continue
    const { font, paddingLeft, paddingRight } = styleOf(field)
    canvas.font = font
    const room =
      field.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight)
    if (canvas.measureText(text).width > room + 0.5) found.add(`${text} (field)`)
  }
  return [...found]
}
