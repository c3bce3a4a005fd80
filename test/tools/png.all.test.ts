/** Pictures with few colours, read by another decoder. */

import { PNG } from 'pngjs'
import { expect, it } from 'vitest'
import { withFewColours } from '../../tools/screenshots/png.ts'

/** A picture whose pixels have these colours, row by row. */
function picture(width: number, colours: readonly (readonly [number, number, number])[]): Buffer {
  const png = new PNG({ width, height: colours.length / width })
  for (const [index, colour] of colours.entries()) png.data.set([...colour, 255], index * 4)
  return PNG.sync.write(png)
}

function coloursOf(file: Buffer): string[] {
  const { width, height, data } = PNG.sync.read(file)
  return Array.from({ length: width * height }, (_, index) =>
    [...data.subarray(index * 4, index * 4 + 4)].join(','),
  )
}

it('keeps each pixel of a picture with at most 256 colours', () => {
  const colours = Array.from({ length: 300 }, (_, index) => [index % 256, 255 - (index % 256), 7] as const)
  const file = picture(20, colours)
  expect(coloursOf(withFewColours(file))).toEqual(coloursOf(file))
})

it('keeps what there is much of, and what is like nothing else', () => {
  const greys = Array.from({ length: 10_000 }, () => [246, 247, 249] as const)
  const many = Array.from({ length: 4_900 }, (_, index) => [index % 70, Math.floor(index / 70), 0] as const)
  const made = coloursOf(
    withFewColours(picture(100, [...greys, [255, 0, 255], ...many, ...greys.slice(0, 99)])),
  )
  expect(new Set(made).size).toBe(256)
  expect(made.slice(0, 10_000)).toEqual(greys.map(colour => `${colour.join(',')},255`))
  expect(made[10_000]).toBe('255,0,255,255')
  // The others are near what they were.
  for (const [index, [red, green]] of many.entries()) {
    const [r, g] = made[10_001 + index]!.split(',').map(Number)
    expect(Math.hypot(red - r!, green - g!)).toBeLessThan(30)
  }
})
