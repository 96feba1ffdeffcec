/** A number as people here write it. */
export const formatNumber = (number: number): string => number.toLocaleString('pt-BR')
