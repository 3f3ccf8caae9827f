// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

/// A token or wallet that answers each function as its deployer has chosen.
contract HostileContract {
    enum Kind {
        Return,
        Revert,
        /// So many zero bytes.
        ReturnZeros,
        RevertZeros,
        BurnGas,
        /// The data in even blocks, a zero word in others.
        Alternate
    }

    struct Answer {
        Kind kind;
        bytes data;
        uint256 length;
    }

    mapping(bytes4 selector => Answer) private answers;

    function setAnswer(bytes4 selector, Kind kind, bytes calldata data, uint256 length) external {
        answers[selector] = Answer(kind, data, length);
    }

    fallback() external {
        Answer storage answer = answers[msg.sig];
        Kind kind = answer.kind;
        uint256 length = answer.length;
        if (kind == Kind.BurnGas) while (true) length++;
        bytes memory data = answer.data;
        if (kind == Kind.Alternate && block.number % 2 == 1) data = new bytes(32);
        assembly {
            switch kind
            case 1 { revert(add(data, 32), mload(data)) }
            case 2 { return(mload(0x40), length) }
            case 3 { revert(mload(0x40), length) }
            default { return(add(data, 32), mload(data)) }
        }
    }
}
