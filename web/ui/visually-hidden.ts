import classes from './visually-hidden.module.css'

/**
 * Class of an element that only screen readers perceive. For text without an element of its own, Mantine has
 * `VisuallyHidden`.
 */
export const visuallyHidden = classes['hidden'] ?? ''
