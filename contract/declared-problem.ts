/** A problem: its HTTP status and `httpMessage`, the text that the screens compare (rulings §2). */
export interface DeclaredProblem {
  status: number
  message: string
  description?: string
}
