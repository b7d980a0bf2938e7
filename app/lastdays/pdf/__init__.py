"""Cards, sheets and worksheets as PDF, from plain values."""
