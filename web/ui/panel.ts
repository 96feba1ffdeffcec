import classes from './panel.module.css'

/** Class of a section below a form that loads and saves independently. */
export const panel = classes['panel'] ?? ''
