/** Limits that screens show or check, in a file without schemas, so that the first screens create none for them. */

/** Maximum number of assignments per request. */
export const userProfilesMax = 2000
/** Maximum number of users per request. */
export const manyUsersMax = 500
/** Maximum number of invitations per request. A user may send 100 in an hour. */
export const manyInvitationsMax = 50
/** Minimum and maximum number of seats of a module in a plan or loose plan (console.md §9). */
export const seatLimitMin = 1
export const seatLimitMax = 99
/** Share of used seats from which a place of the seats panel counts as nearly full. */
export const nearlyFull = 0.9
/** Maximum number of rows that a panel of HOME lists; its count includes all rows. */
export const homeRowsMax = 3
/** Maximum length of the name of an access review. */
export const accessReviewNameMax = 120
/** Maximum length of the reason of an access request, and of the answer to it. */
export const accessRequestReasonMax = 500
/** Maximum length of the name of a saved view. */
export const listViewNameMax = 60
