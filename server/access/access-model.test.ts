import { testAccessModel } from '../../test/testing/access-model-tests.ts'

// `ACCESS_MODELS=10000` on demand.
testAccessModel(Number(process.env.ACCESS_MODELS ?? 100))
