import classes from './list-box.module.css'

/** Class of the box around a list without search, filters and pages. */
export const listBox = classes['box'] ?? ''
