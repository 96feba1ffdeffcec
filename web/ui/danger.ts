import classes from './danger.module.css'

/** Class of a button that removes something. */
export const dangerFilled = classes['filled'] ?? ''
/** Class of a button that asks before it removes something. */
export const dangerOutlined = classes['outlined'] ?? ''
