/** Formats a number with Brazilian separators. */
export const formatNumber = (number: number): string => number.toLocaleString('pt-BR')
