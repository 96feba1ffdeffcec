interface EmailChangeSearch {
  /** The mailbox to which the link was sent. */
  mailbox: 'old' | 'new'
}

/** Parses the search parameters of `/email-change`. The server decides by the code, not by this parameter. */
export const emailChangeSearch = (raw: Record<string, unknown>): EmailChangeSearch => ({
  mailbox: raw['mailbox'] === 'old' ? 'old' : 'new',
})
