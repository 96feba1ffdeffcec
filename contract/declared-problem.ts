/** A problem: its HTTP status and `httpMessage`, the text that the screens look at (rulings §2). */
export interface DeclaredProblem {
  status: number
  message: string
  description?: string
}
