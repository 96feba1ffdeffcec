import { testAccessModel } from '../../test/testing/access-model-tests.ts'

// `ACCESS_MODELS` sets the number of random models; use 10,000 for a thorough run.
testAccessModel(Number(process.env.ACCESS_MODELS ?? 100))
