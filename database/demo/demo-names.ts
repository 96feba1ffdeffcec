import type { Random } from './random.ts'

const given = [
  ['Adriana', 'Alice', 'Aline', 'Amanda', 'Ana Clara', 'André', 'Antônio', 'Augusto'],
  ['Beatriz', 'Bernardo', 'Bruna', 'Caio', 'Carla', 'Carlos Eduardo', 'Cauê', 'Cecília'],
  ['César', 'Clarice', 'Cláudia', 'Daniel', 'Débora', 'Diego', 'Eduarda', 'Elisa'],
  ['Érica', 'Fábio', 'Felipe', 'Fernanda', 'Flávia', 'Francisco', 'Gabriel', 'Glória'],
  ['Gustavo', 'Heitor', 'Heloísa', 'Henrique', 'Inês', 'Isabela', 'Jéssica', 'João'],
  ['João Pedro', 'José', 'Juliana', 'Lara', 'Larissa', 'Letícia', 'Lívia', 'Lourenço'],
  ['Luís', 'Luiza', 'Márcia', 'Maria Eduarda', 'Mateus', 'Mônica', 'Natália', 'Nélson'],
  ['Patrícia', 'Paulo', 'Raíssa', 'Renata', 'Rogério', 'Simone', 'Tânia', 'Thiago'],
  ['Valéria', 'Vanessa', 'Vicente', 'Vinícius', 'Vitória', 'Yasmin'],
].flat()

const family = [
  ['Abreu', 'Aguiar', 'Alcântara', 'Almeida', 'Andrade', 'Araújo', 'Assunção', 'Azevedo'],
  ['Barbosa', 'Bittencourt', 'Borges', 'Brandão', 'Caldeira', 'Câmara', 'Cardoso', 'Castro'],
  ['Coutinho', 'Cunha', 'Damasceno', 'Esteves', 'Falcão', 'Fonseca', 'Furtado', 'Gonçalves'],
  ['Guimarães', 'Jordão', 'Leão', 'Lobato', 'Magalhães', 'Maranhão', 'Meireles', 'Moraes'],
  ['Moutinho', 'Muniz', 'Novaes', 'Paixão', 'Peçanha', 'Queirós', 'Quintão', 'Rezende'],
  ['Rocha', 'Sá', 'Sampaio', 'Siqueira', 'Teixeira', 'Toledo', 'Valadão', 'Vasconcelos'],
].flat()

const linked = ['da Silva', 'dos Santos', 'de Oliveira', 'de Souza', 'da Costa', 'do Nascimento']

/** Returns a generator of names; no two names give the same e-mail address. */
export function nameGiver(random: Random): () => string {
  const taken = new Set<string>()
  return () => {
    for (;;) {
      const first = random.pick(given)
      const middle = random.chance(0.3) ? ` ${random.pick(linked)}` : ''
      const last = random.pick(family)
      const mailbox = mailboxOf(`${first} ${last}`)
      if (taken.has(mailbox)) continue
      taken.add(mailbox)
      return `${first}${middle} ${last}`
    }
  }
}

/** Returns first and last name in the form used before the @ of an e-mail address. */
export function mailboxOf(name: string): string {
  const words = name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().split(' ')
  return `${words[0]}.${words.at(-1)}`
}
