import classes from './list-box.module.css'

/** The class of the box around a list that has no search, filters or pages. */
export const listBox = classes['box'] ?? ''
