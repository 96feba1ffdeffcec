import classes from './panel.module.css'

/** The class of a part below a form that is read, and saved, by itself. */
export const panel = classes['panel'] ?? ''
