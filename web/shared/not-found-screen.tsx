import { useLocation } from '@tanstack/react-router'
import { menu } from '../../contract/screens.ts'
