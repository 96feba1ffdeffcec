import classes from './logo-mark.module.css'

/** The product logo: a doorway with a keyhole. Decorative beside the title. */
export function LogoMark({ size = 28 }: { size?: number }) {
  return (
    <svg
      className={classes['mark']}
      width={size}
      height={size}
      viewBox="0 0 32 32"
      aria-hidden="true"
      focusable="false"
    >
      <rect width="32" height="32" rx="8" className={classes['ground']} />
      <path
        d="M9 26V14a7 7 0 0 1 14 0v12"
        fill="none"
        stroke="#fff"
        strokeWidth="2.6"
        strokeLinecap="round"
      />
      <circle cx="16" cy="17" r="2.4" fill="#fff" />
      <path d="M16 19v7" stroke="#fff" strokeWidth="2.6" strokeLinecap="round" />
    </svg>
  )
}
