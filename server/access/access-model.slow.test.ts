import { testAccessModel } from '../../test/testing/access-model-tests.ts'

testAccessModel(400)
