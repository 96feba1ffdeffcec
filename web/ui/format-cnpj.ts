/** A CNPJ with its mask, 00.000.000/0000-00; since 2026 its first twelve places may hold letters (rulings §6). */
export function formatCnpj(document: string): string {
  return document.replace(/^(\w{2})(\w{3})(\w{3})(\w{4})(\d{2})$/, '$1.$2.$3/$4-$5')
}
