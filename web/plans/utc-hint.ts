/** Explains the dates of plans, which are in UTC on every screen (rulings §5). */
export const utcHint = 'Datas em UTC, três horas à frente de Brasília.'
