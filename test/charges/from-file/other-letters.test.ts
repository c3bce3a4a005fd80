/** Text of CP850 and of Mac Roman that was read as Windows-1252. iconv has written the bytes. */

import { execFileSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { hasOtherLetters } from '#charges/from-file/other-letters.ts'

/** Of the texts those in which letters of another encoding are found, after iconv has written all of them in this one. */
function foundIn(texts: readonly string[], encoding: string): string[] {
  const bytes = execFileSync('iconv', ['-f', 'UTF-8', '-t', encoding], { input: texts.join('\n') })
  const misread = new TextDecoder('windows-1252').decode(bytes).split('\n')
  return texts.filter((_, index) => hasOtherLetters(misread[index]!))
}

/** For each letter, words with no other letter that isn't ASCII. */
const WORDS = {
  á: ['Mário', 'Pará', 'sábado'],
  à: ['à vista', 'pago às 10h', 'entregue (à noite)'],
  â: ['Pâmela', 'âncora'],
  ã: ['João', 'Conceição'.replace('ç', 'c'), 'manhã'],
  é: ['José', 'café da casa', 'época'],
  ê: ['você', 'Estêvão'.replace('ã', 'a')],
  í: ['Luís', 'Itajaí', 'índio', 'Lídia', 'título', 'dívida', 'Sílvia', 'Clínica', 'notícia', 'Oswaldo Luíz'],
  ó: ['Glória', 'avó', 'ótimo', 'só hoje'],
  ô: ['Antônio', 'avô', 'ônibus'],
  õ: ['Camões', 'põe'],
  ú: ['Araújo', 'saúde', 'baú'],
  ü: ['Müller'],
  ç: ['Gonçalves', 'praça'],
  Á: ['SÁBADO', 'PARÁ', 'Álvaro', 'MÁXIMO', 'Ágata'],
  À: ['À vista', 'PAGO À VISTA'],
  Â: ['ÂNGELA', 'Ângela', 'PÂMELA'],
  Ã: ['JOÃO', 'SÃO PAULO', 'MÃE', 'IRMÃ', 'NÃO', 'ROMÃO', 'GRÃO', 'GUIMARÃES', 'CIDADÃO', 'FEIJÃO'],
  É: ['JOSÉ', 'Édson'],
  Ê: ['VOCÊ', 'ESTÊVES'],
  Í: ['LUÍS', 'Índio', 'ITAJAÍ', 'ÍNDIO'],
  Ó: ['GLÓRIA', 'AVÓ', 'Ótica', 'ÓTIMO'],
  Ô: ['ANTÔNIO', 'AVÔ', 'Ônibus'],
  Õ: ['CAMÕES', 'PÕE'],
  Ú: ['SAÚDE', 'BAÚ', 'Última parcela', 'ÚLTIMA'],
  Ü: ['MÜLLER'],
  Ç: ['PRAÇA', 'GONÇALVES'],
  º: ['1º andar', 'apto nº 5', 'n.º 5'],
  ª: ['1ª parcela', 'Sra. 2ª'],
  '§': ['§ 5'],
}

it.each(['CP850', 'MACINTOSH'])('%s is found by each of its letters alone', encoding => {
  const words = Object.values(WORDS).flat()
  expect(foundIn(words, encoding)).toEqual(words)
})

describe('Windows-1252', () => {
  it('is taken with each of its letters', () => {
    const usual = Object.values(WORDS)
      .flat()
      .filter(word => !/^[âéêí]/.test(word))
    expect(foundIn(usual, 'WINDOWS-1252')).toEqual([])
  })

  it('is taken with all that is written in Portuguese', () => {
    const texts = [
      // The sentences that fonts are shown with, and words that only one wrong letter would be like.
      'À noite, vovô Kowalsky vê o ímã cair no pé do pinguim queixoso e vovó põe açúcar no chá de tâmaras do jabuti feliz.',
      'Luís argüia à Júlia que «brações, fé, chá, óxido, pôr, zângão» eram palavras do português.',
      'ALMOÇO, SERVIÇO, PRAÇA, FUNÇÃO, OPÇÕES, SECÇÃO, FORÇA, CALÇADA, ONÇA, LOURENÇO',
      'ZÉ, Zé, JOSÉ, ÓCULOS, CONCEIÇÃO, CAMÕES, ÀS 10H, àquela hora, àquilo, AÇAÍ, Íris',
      'Mesa 4 – João — balcão, “Bar do Zé”, ‘x’, etc…',
      'copo d’água, D’Ávila, Sant’Ana, Olho d’Água, O’Brien, Bob’s, McDonald’s, L’Oréal',
      '10 €, €10, EUR 5€',
      'Café à la carte, 30 °C, 1 ½ kg, ¼ de frango, § 1º, 1º, 2ª, nº 7',
      'Muñoz, Köln, Ñandú, crème, ação®, • item',
      'R$\u00a035,90',
      'CaféBar',
      'ref-ção, 1ção, ç',
    ]
    expect(foundIn(texts, 'WINDOWS-1252')).toEqual([])
  })
})
