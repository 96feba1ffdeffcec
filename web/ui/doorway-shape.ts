/** Paths of the doorway, in a view box of 64 × 72. */
export const doorwayShape = {
  frame: 'M11 68V33a21 21 0 0 1 42 0v35',
  /** The opening, and the leaf of the door that closes it. */
  room: 'M17 68V33a15 15 0 0 1 30 0v35z',
  light: 'M17 68h30l9 4H13z',
  floor: 'M4 68h56',
}
