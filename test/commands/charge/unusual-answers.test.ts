/** A service that answers as no HTTP library does: what is created, and what stays unknown. */

import { expect, it } from 'vitest'
import { errorOf } from '../../support/pixctl.ts'
import { againstLocal } from '../../support/scripted.ts'
import { cutHalfway, ONE_ATTEMPT, paymentBody } from '../../support/service.ts'
import { UNUSUAL, WRONG, written } from '../../support/unusual-answers.ts'

const CREATE = ['charge', 'create', '--amount', '10.50', '--json', ...ONE_ATTEMPT]
const CHARGE = JSON.stringify({ data: paymentBody() })

// What counts as an answer is tested in test/api/answers.test.ts.
const [anUnusual, aWrong] = [UNUSUAL[0]![1], WRONG[0]![1]]

it('a charge is created by an answer that is unusual', async () => {
  await using it = await againstLocal(written(anUnusual(201, CHARGE)))
  const { stdout, stderr, code } = await it.machine.pixctl(CREATE)
  expect([JSON.parse(stdout), stderr, code]).toEqual([paymentBody(), '', 0])
  expect(await it.unresolved()).toEqual([])
})

it('a charge is unknown, and kept, after what is no answer', async () => {
  await using it = await againstLocal(written(aWrong(201, CHARGE)))
  expect(await it.machine.pixctl(CREATE)).toMatchObject({ stdout: '', code: 9 })
  expect(await it.unresolved()).toHaveLength(1)
})

it('a charge is unknown, and kept, when the body of a 201 is cut; its status is named', async () => {
  await using it = await againstLocal(cutHalfway(201, { data: paymentBody() }))
  const run = await it.machine.pixctl(CREATE)
  expect(run).toMatchObject({ stdout: '', code: 9 })
  const error = expect.stringContaining('the answer (201) was cut short')
  expect(errorOf(run)).toMatchObject({ error, status: 201, exitCode: 9 })
  expect(await it.unresolved()).toHaveLength(1)
})
