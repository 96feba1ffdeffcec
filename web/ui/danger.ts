import classes from './danger.module.css'

/** The class of the button that takes something away once it is pressed. */
export const dangerFilled = classes['filled'] ?? ''
/** The class of the button that leads to such a question. */
export const dangerOutlined = classes['outlined'] ?? ''
