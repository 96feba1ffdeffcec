/** A problem: its HTTP status, and its `httpMessage`, a fixed text that clients compare (rulings §2). */
export interface DeclaredProblem {
  status: number
  message: string
  description?: string
}
